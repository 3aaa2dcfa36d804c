import { Refused } from '../../../domain/refused.ts';

/**
 * Does it, and resolves to why not if it is refused: to be told next to the form. What is not there or not permitted at
 * all gets a page of its own.
 */
export async function whyNot(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    const isTold =
      error instanceof Refused && error.reason !== 'not-permitted' && !error.reason.startsWith('unknown-');
    if (!isTold) throw error;
    return error.message;
  }
}
