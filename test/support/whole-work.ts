import type { Settable } from '../../src/operators/domain/work/worked-deal.ts';

/** All that people set of a deal, with the word in whatever may be personal: a field that lacks here does not compile. */
export const wholeWork = (word: string, at: Date) =>
  ({
    owner: 'per_grace',
    assigned: { at, by: 'Grace', byId: 'per_grace', from: 'per_ada', openedAt: at },
    changedAt: at,
    stillSince: at,
    answeredAt: at,
    reopened: { at, answeredAt: at },
    followUp: { at, by: 'Grace', byId: 'per_grace', text: `${word} wants an offer` },
  }) satisfies Required<Settable>;
