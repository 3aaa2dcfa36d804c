import type { Announcement } from '#operators/application/events/ports/deliveries.ts';
import { untouched } from '#operators/domain/work/worked-deal.ts';
import type { BesideDeals } from '../../../../../adapters/outbound/sqlite/deal-rows.ts';
import { putAsItCame } from '../sources/as-it-came-rows.ts';
import { announce } from '../webhooks/delivery-rows.ts';
import { addBeside, workColumns } from './deal-rows.ts';

/** Keeps what operators need of a new lead, its events, and what its source sent. */
export const besideDeals: BesideDeals<readonly Announcement[]> = {
  columns: (deal) => workColumns(untouched(deal)),
  keep(db, number, deal, { announced = [], asItCame }) {
    addBeside(db, number, untouched(deal));
    announce(db, announced);
    if (asItCame) putAsItCame(db, { id: deal.id, ...asItCame });
  },
};
