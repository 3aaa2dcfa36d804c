import { Refused } from '../../domain/refused.ts';

/** A port that the store does not have: whatever needs it is refused. */
export const notKept = <T extends object>(name: string): T =>
  new Proxy({} as T, {
    get: () => async () => {
      throw new Refused('not-kept', `The store keeps nothing for this: its module binds no tokens.${name}.`);
    },
  });
