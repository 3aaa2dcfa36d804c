import { ReadPreference } from 'mongodb';
import { operatorTimeouts } from '../../../../../adapters/outbound/mongodb/connection/timeouts.ts';

/** The options of the operator's writes. */
export const operatorWrite = { ignoreUndefined: true, maxTimeMS: operatorTimeouts.command } as const;

/**
 * The options of the operator's reads. Every write that follows them is guarded or repeatable, so they take the newest
 * data, majority-committed or not.
 */
export const operatorRead = { readConcern: { level: 'local' }, maxTimeMS: operatorTimeouts.command } as const;

/**
 * The options of a report's reads, which go through years of leads: a secondary does them, if there is one that is less
 * than two minutes behind. (The driver allows no limit below 90 s.)
 */
export const reportRead = {
  ...operatorRead,
  readPreference: new ReadPreference('secondaryPreferred', undefined, { maxStalenessSeconds: 120 }),
  batchSize: 10_000, // what a week brings comes at once
} as const;

/**
 * The most rounds of reading and a guarded write. Each that fails means that another change succeeded; far fewer are ever
 * needed.
 */
export const MAX_ROUNDS = 100;
