import {
  type Announcement,
  type Attempt,
  type AttemptQuery,
  type Deliveries,
  type Delivery,
  type DueDelivery,
  newestAttempts,
  type Progress,
  type Replayed,
  type Settled,
  type TakeOrder,
} from '../../../application/events/ports/deliveries.ts';
import { isSuccess } from '../../../domain/events/hook.ts';
import { type AnyEvent, isOfLead } from '../../../domain/events/lead-event.ts';
import type { Deal } from '../../../domain/work/deal.ts';
import { deliveryKey, type InMemoryRecords, type KeptDelivery } from './in-memory-records.ts';

/** What is to be delivered, in a Map. An event becomes a delivery in the same step as its lead, so none is collected. */
export class InMemoryDeliveries implements Deliveries {
  readonly #records: InMemoryRecords;

  constructor(records: InMemoryRecords) {
    this.#records = records;
  }

  async collect(): Promise<boolean> {
    return false;
  }

  async add(announced: readonly Announcement<AnyEvent>[]): Promise<void> {
    this.#records.announce(announced);
  }

  async dueHooks(now: Date): Promise<readonly string[]> {
    const due = [...this.#records.deliveries.values()].filter((each) => each.due && each.due <= now);
    return [...new Set(due.map(({ hookId }) => hookId))];
  }

  async take({ hookId, now, limit, leaseEnds, lease }: TakeOrder): Promise<readonly DueDelivery[]> {
    const taken = this.#of(hookId)
      .filter(({ due }) => due !== undefined && due <= now)
      .sort((a, b) => (a.due?.getTime() ?? 0) - (b.due?.getTime() ?? 0))
      .slice(0, limit);
    return taken.map((delivery) => {
      this.#keep({ ...delivery, due: leaseEnds, lease });
      const { event, tries, triesBefore } = delivery;
      return { hookId, event, tries: tries.length - triesBefore, lease };
    });
  }

  async deal(leadId: string): Promise<Deal | undefined> {
    return this.#records.deals.get(leadId);
  }

  async settle(settled: readonly Settled[]): Promise<void> {
    for (const { hookId, eventId, lease, tried, due } of settled) {
      const delivery = this.#records.deliveries.get(deliveryKey(hookId, eventId));
      if (delivery?.lease !== lease) continue;
      this.#keep({ ...delivery, lease: undefined, due, tries: [...delivery.tries, tried] });
    }
  }

  async attempts({ hookId, failed, eventId, limit }: AttemptQuery): Promise<readonly Attempt[]> {
    const found = this.#of(hookId).filter(({ event }) => eventId === undefined || event.id === eventId);
    return newestAttempts(found, { failed, limit });
  }

  async ofLead(leadId: string, limit: number): Promise<readonly Delivery[]> {
    const all = [...this.#records.deliveries.values()].flatMap(({ event, hookId, tries, due }) =>
      isOfLead(event) && event.leadId === leadId ? [{ hookId, event, tries, due }] : [],
    );
    return all
      .reverse()
      .sort((a, b) => b.event.at.getTime() - a.event.at.getTime())
      .slice(0, limit);
  }

  async replay(hookId: string, which: Replayed, now: Date, progress?: Progress): Promise<number> {
    const wanted = this.#of(hookId).filter((delivery) => isMeant(delivery, which));
    for (const delivery of wanted)
      this.#keep({ ...delivery, due: now, lease: undefined, triesBefore: delivery.tries.length });
    progress?.(wanted.length);
    return wanted.length;
  }

  async oldestDue(hookIds: readonly string[], now: Date): Promise<Date | undefined> {
    const due = hookIds.flatMap((id) => this.#of(id)).flatMap((each) => each.due ?? []);
    return due.filter((at) => at <= now).sort((a, b) => a.getTime() - b.getTime())[0];
  }

  #of(hookId: string): KeptDelivery[] {
    return [...this.#records.deliveries.values()].filter((delivery) => delivery.hookId === hookId);
  }

  #keep(delivery: KeptDelivery): void {
    this.#records.deliveries.set(deliveryKey(delivery.hookId, delivery.event.id), delivery);
  }
}

function isMeant({ event, due, tries }: KeptDelivery, which: Replayed): boolean {
  if ('eventId' in which) return event.id === which.eventId;
  if ('since' in which) return event.at >= which.since;
  return due !== undefined || !isSuccess(tries.at(-1)?.status);
}
