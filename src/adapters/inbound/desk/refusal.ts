import { Refused } from '../../../domain/refused.ts';

/**
 * Does it, and resolves to why not if it is refused: to be told next to the form. What is not there or not permitted at
 * all gets a page of its own.
 */
export async function refusal(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (
      !(error instanceof Refused) ||
      error.reason === 'not-permitted' ||
      error.reason.startsWith('unknown-')
    )
      throw error;
    return error.message;
  }
}
