import type { Document } from 'mongodb';
import type { Announcement } from '../../../../../application/events/ports/deliveries.ts';
import type { ReceivedDeal } from '../../../../../domain/intake/received-deal.ts';
import { untouched } from '../../../../../domain/work/deal.ts';
import { storedWork } from './stored-work.ts';

/** What people and webhooks need of a new deal, kept in the same write: what it is found by, and who is to be told. */
export function keptOfDeal(deal: ReceivedDeal, announced: readonly Announcement[] = []): Document {
  const { _id, ...kept } = storedWork(untouched(deal));
  return { ...kept, ...(announced.length > 0 && { outbox: announced }) };
}
