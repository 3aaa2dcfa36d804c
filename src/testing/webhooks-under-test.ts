import type { Deliveries } from '../application/events/ports/deliveries.ts';
import type { HookDirectory } from '../application/events/ports/hook-directory.ts';
import type { Crm } from '../application/intake/ports/outbound/crm.ts';
import type { Erasure } from '../application/operators/ports/outbound/erasure.ts';
import type { KeptLeads } from '../application/operators/ports/outbound/kept-leads.ts';
import type { UnderTest } from './contract.ts';

/** What a process has of a store with webhooks. */
export interface WebhookStore {
  readonly crm: Crm;
  /** Both, unless it is `without` operators. */
  readonly leads?: KeptLeads;
  readonly erasure?: Erasure;
  readonly hooks: HookDirectory;
  readonly deliveries: Deliveries;
}

/** Empty webhooks, and what else of the same store they go with. */
export interface WebhooksUnderTest extends WebhookStore, UnderTest<WebhookStore> {}
