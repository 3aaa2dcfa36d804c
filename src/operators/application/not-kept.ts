import { Refused } from '../domain/refused.ts';

/** Stands in for a port that the store lacks: every method throws Refused. */
export const notKept = <T extends object>(name: string): T =>
  new Proxy({} as T, {
    get: () => async () => {
      throw new Refused('not-kept', `The store keeps nothing for this: its module binds no tokens.${name}.`);
    },
  });
