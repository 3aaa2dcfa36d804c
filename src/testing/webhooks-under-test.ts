import type { Crm } from '../application/ports/outbound/crm.ts';
import type { Deliveries } from '../operators/application/events/ports/deliveries.ts';
import type { HookDirectory } from '../operators/application/events/ports/hook-directory.ts';
import type { Erasure } from '../operators/application/ports/outbound/erasure.ts';
import type { KeptLeads } from '../operators/application/ports/outbound/kept-leads.ts';
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
