import type { Document } from 'mongodb';
import type { Announcement } from '#operators/application/events/ports/deliveries.ts';
import { untouched } from '#operators/domain/work/worked-deal.ts';
import type { Deal } from '../../../../../domain/deal.ts';
import type { AsItCame } from '../../../../../domain/sources/as-it-came.ts';
import { storedWork } from './stored-work.ts';

/**
 * Further fields of a new deal for people and webhooks, kept in the same write: search keys, announcements, and what
 * its source sent.
 */
export function keptOfDeal(
  deal: Deal,
  announced: readonly Announcement[] = [],
  asItCame?: AsItCame,
): Document {
  const { _id, ...kept } = storedWork(untouched(deal));
  return { ...kept, ...(announced.length > 0 && { outbox: announced }), ...(asItCame && { asItCame }) };
}
