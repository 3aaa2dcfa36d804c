import { Refused } from '../../domain/refused.ts';
import type { DealPlace } from '../ports/outbound/kept-leads.ts';
import { type ListOrder, type Order, orders } from './orders.ts';

const PLACE = '(?:(\\d{1,15})_([\\w-]{0,64}))?';
const SHAPE = new RegExp(`^(?:(${Object.keys(orders).join('|')}):)?${PLACE}\\.${PLACE}$`);

/** Milliseconds by which a deal may be written after its time: longer than requests take and clocks differ. */
const SETTLING_MS = 60_000;

/**
 * Two positions in a list of leads as one text: where the next page begins (`after`), and where a later list
 * resumes after the last page (`settled`). A cursor that names no order is for lists with the oldest lead
 * first.
 */
export class LeadCursor {
  readonly order: ListOrder;
  readonly after: DealPlace | undefined;
  readonly settled: DealPlace | undefined;

  private constructor(order: ListOrder, after: DealPlace | undefined, settled: DealPlace | undefined) {
    this.order = order;
    this.after = after;
    this.settled = settled;
  }

  /** The position before the first lead of this time or later; without a time, before all leads. */
  static start(order: ListOrder, since?: Date): LeadCursor {
    const place = since && { receivedAt: new Date(Math.max(0, since.getTime())), id: '' };
    return new LeadCursor(order, place, place);
  }

  /** Reads a cursor. Throws Refused if the text is none, or is for a list in another order. */
  static parse(text: string, order?: ListOrder): LeadCursor {
    const [whole, named = 'oldest', afterTime, afterId, settledTime, settledId] = SHAPE.exec(text) ?? [];
    if (whole === undefined || (order !== undefined && order !== named))
      throw new Refused(
        'invalid-cursor',
        'Invalid cursor: use one that an earlier list returned, in the same order.',
      );
    return new LeadCursor(named as ListOrder, place(afterTime, afterId), place(settledTime, settledId));
  }

  /**
   * The position after a page. After the last page, only lists that grow at their end have one: it resumes
   * after the last lead before which none can appear any more. Once a page has passed a lead that was not
   * settled, `settled` stays before that lead.
   */
  beyond(page: readonly DealPlace[], more: boolean, now: Date): LeadCursor | undefined {
    const { time, ...order }: Order = orders[this.order];
    const places = page.map((each) => ({ receivedAt: time(each), id: each.id }));
    if (!order.grows) return more ? new LeadCursor(this.order, places.at(-1), undefined) : undefined;
    const settledBy = now.getTime() - SETTLING_MS;
    const newly = places.findLast(({ receivedAt }) => receivedAt.getTime() < settledBy);
    const settled = this.#isSettled ? (newly ?? this.settled) : this.settled;
    return new LeadCursor(this.order, more ? places.at(-1) : settled, settled);
  }

  /** Whether every lead before this position was settled when it was read. */
  get #isSettled(): boolean {
    return written(this.after) === written(this.settled);
  }

  get text(): string {
    const order = this.order === 'oldest' ? '' : `${this.order}:`;
    return `${order}${written(this.after)}.${written(this.settled)}`;
  }
}

const place = (time: string | undefined, id: string | undefined): DealPlace | undefined =>
  time !== undefined && id !== undefined ? { receivedAt: new Date(Number(time)), id } : undefined;

const written = (at: DealPlace | undefined): string => (at ? `${at.receivedAt.getTime()}_${at.id}` : '');
