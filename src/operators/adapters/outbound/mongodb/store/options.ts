import { ReadPreference } from 'mongodb';
import { operatorTimeouts } from '../../../../../adapters/outbound/mongodb/connection/timeouts.ts';

/** Options of operators' writes. */
export const operatorWrite = { ignoreUndefined: true, maxTimeMS: operatorTimeouts.command } as const;

/**
 * Options of operators' reads. Writes that follow are guarded or repeatable, so reads take the newest data,
 * majority-committed or not.
 */
export const operatorRead = { readConcern: { level: 'local' }, maxTimeMS: operatorTimeouts.command } as const;

/**
 * Options of a report's reads, which go through years of leads: a secondary answers, if one is less than two
 * minutes behind. (The driver allows no limit below 90 s.)
 */
export const reportRead = {
  ...operatorRead,
  readPreference: new ReadPreference('secondaryPreferred', undefined, { maxStalenessSeconds: 120 }),
  batchSize: 10_000, // all leads of a week at once
} as const;

/**
 * The most rounds of a read and a guarded write. A round fails only if another change succeeded, so far fewer
 * are needed.
 */
export const MAX_ROUNDS = 100;
