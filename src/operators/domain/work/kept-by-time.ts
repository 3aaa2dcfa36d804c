import { initialStatus, type LeadStatus } from '../../../domain/lead-status.ts';
import type { StatusChange } from './worked-deal.ts';

/**
 * The status that a vendor has who keeps the one with the latest time; of moves at one time, the one that came first.
 */
export const keptByTime = (history: readonly Pick<StatusChange, 'at' | 'status'>[]): LeadStatus =>
  history.reduce<Pick<StatusChange, 'at' | 'status'> | undefined>(
    (latest, change) => (latest && change.at <= latest.at ? latest : change),
    undefined,
  )?.status ?? initialStatus;
