import type { Clock } from '../../application/ports/outbound/runtime.ts';

/** Resolves to an answer that may be a little old; with `anew`, to a new one. */
export type KeptAnswer<T> = (order?: { readonly anew?: boolean }) => Promise<T>;

/** Asks once for all callers, and again when the answer is `fresh` milliseconds old. A failure is not kept. */
export function keptAnswer<T>(ask: () => Promise<T>, fresh: number, clock: Clock): KeptAnswer<T> {
  let known: Promise<T> | undefined;
  let asked = 0;
  return ({ anew = false } = {}) => {
    const now = clock().getTime();
    if (!known || anew || now - asked >= fresh || now < asked) {
      asked = now;
      const answer = ask();
      answer.catch(() => {
        if (known === answer) known = undefined;
      });
      known = answer;
    }
    return known;
  };
}
