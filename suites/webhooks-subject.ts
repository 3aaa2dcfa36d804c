import { beforeEach, it } from 'vitest';
import type { Crm } from '../src/application/ports/outbound/crm.ts';
import type {
  Announcement,
  Attempt,
  AttemptQuery,
  Deliveries,
  DueDelivery,
  Try,
} from '../src/operators/application/events/ports/deliveries.ts';
import type { HookDirectory } from '../src/operators/application/events/ports/hook-directory.ts';
import type { Erasure } from '../src/operators/application/ports/outbound/erasure.ts';
import type { KeptLeads } from '../src/operators/application/ports/outbound/kept-leads.ts';
import { type Hook, openHook } from '../src/operators/domain/events/hook.ts';
import { leadReceived } from '../src/operators/domain/events/lead-event.ts';
import type { WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';
import { requireParts, type Suite } from './contract.ts';
import { adasDeal, second } from './operator-samples.ts';
import { newLead } from './samples.ts';
import type { WebhookStore, WebhooksUnderTest } from './webhooks-under-test.ts';

export const hookOf = (id: string, created = second(0)): Hook =>
  openHook({ id, url: `https://${id}.example.com/events`, vendorId: undefined, created });

/** The hook that exists when a test begins. */
export const hook = hookOf('hook_1');

export const announcing = (deal: WorkedDeal, ...hooks: string[]): Announcement[] => [
  { event: leadReceived(deal), hooks: hooks.length > 0 ? hooks : [hook.id] },
];

/** The error that is kept of a failed try. */
export const REFUSED = 'the receiver answered with an error';

export const idsOf = (taken: readonly DueDelivery[]): string[] => taken.map(({ event }) => event.id);

/** The current test's store, and the steps that most tests take. */
export class WebhooksSubject {
  readonly isOperated: boolean;
  readonly #current: () => WebhooksUnderTest;
  #leases = 0;

  constructor({ current, without }: Suite<WebhooksUnderTest>) {
    this.#current = current;
    this.isOperated = !without.includes('operators');
    beforeEach(async () => {
      if (this.isOperated) requireParts(this.store, 'leads', 'erasure');
      await this.hooks.add(hook);
    });
  }

  get store(): WebhooksUnderTest {
    return this.#current();
  }

  get crm(): Crm<readonly Announcement[]> {
    return this.store.crm;
  }

  get hooks(): HookDirectory {
    return this.store.hooks;
  }

  get deliveries(): Deliveries {
    return this.store.deliveries;
  }

  get leads(): KeptLeads {
    return this.store.leads as KeptLeads;
  }

  get erasure(): Erasure {
    return this.store.erasure as Erasure;
  }

  /** The store as another process has it, if there can be one. */
  async another(): Promise<WebhookStore> {
    return (await this.store.another?.()) ?? this.store;
  }

  /** Adds a test that needs operators' ports. */
  operated(name: string, test: () => Promise<void>): void {
    if (this.isOperated) it(name, test);
  }

  /** Adds a deal, of Ada unless `given` has another customer, and announces it to these hooks. Resolves to it as it is kept. */
  async add(deal: WorkedDeal, announced: readonly Announcement[] = []): Promise<WorkedDeal> {
    await this.crm.addLead({ ...newLead(deal), announced });
    return (await this.deliveries.deal(deal.id)) ?? deal;
  }

  /** Adds a deal, and announces it to the hook. */
  received(id: string, given: Partial<WorkedDeal> = {}): Promise<WorkedDeal> {
    const deal = adasDeal({ id, ...given });
    return this.add(deal, announcing(deal));
  }

  async collectAll(): Promise<void> {
    while (await this.deliveries.collect());
  }

  async take(now = second(10), limit = 99, hookId = hook.id): Promise<readonly DueDelivery[]> {
    await this.collectAll();
    return this.takeAs(this.store, limit, now, hookId);
  }

  takeAs({ deliveries }: WebhookStore, limit: number, now = second(10), hookId = hook.id) {
    this.#leases += 1;
    const leaseEnds = new Date(now.getTime() + 20_000);
    return deliveries.take({ hookId, now, limit, leaseEnds, lease: `lease ${this.#leases}` });
  }

  /** Settles a delivery that was taken; by default it was delivered. */
  settle(
    taken: DueDelivery | undefined,
    { status = 200, at = second(11), due, answer }: Partial<Try> & { readonly due?: Date } = {},
  ): Promise<void> {
    if (!taken) throw new Error('nothing was taken');
    const { hookId, event, lease } = taken;
    const error = status === 200 ? undefined : REFUSED;
    const tried = { at, status, duration: 34, error, answer };
    return this.deliveries.settle([{ hookId, eventId: event.id, lease, tried, due }]);
  }

  attempts(query: Partial<AttemptQuery> = {}): Promise<readonly Attempt[]> {
    return this.deliveries.attempts({ hookId: hook.id, failed: false, limit: 9, ...query });
  }
}
