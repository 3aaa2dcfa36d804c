import type { Document } from 'mongodb';
import type { Deal } from '../../../../../domain/deal.ts';
import type { Announcement } from '../../../../application/events/ports/deliveries.ts';
import { untouched } from '../../../../domain/work/worked-deal.ts';
import { storedWork } from './stored-work.ts';

/** What people and webhooks need of a new deal, kept in the same write: what it is found by, and who is to be told. */
export function keptOfDeal(deal: Deal, announced: readonly Announcement[] = []): Document {
  const { _id, ...kept } = storedWork(untouched(deal));
  return { ...kept, ...(announced.length > 0 && { outbox: announced }) };
}
