import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { StatusChange } from './worked-deal.ts';

/**
 * The status that a vendor has who keeps the one with the latest time; of moves at one time, the one that came first.
 * A history is never empty.
 */
export const keptByTime = (history: readonly Pick<StatusChange, 'at' | 'status'>[]): LeadStatus =>
  history.reduce((latest, change) => (change.at > latest.at ? change : latest)).status;
