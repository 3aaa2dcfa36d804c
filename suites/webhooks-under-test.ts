import type { Crm } from '../src/application/ports/outbound/crm.ts';
import type { Deliveries } from '../src/operators/application/events/ports/deliveries.ts';
import type { HookDirectory } from '../src/operators/application/events/ports/hook-directory.ts';
import type { Erasure } from '../src/operators/application/ports/outbound/erasure.ts';
import type { KeptLeads } from '../src/operators/application/ports/outbound/kept-leads.ts';
import type { UnderTest } from './contract.ts';

/** The parts of a store with webhooks, as a process has them. */
export interface WebhookStore {
  readonly crm: Crm;
  /** Absent, with `erasure`, in a store without operators. */
  readonly leads?: KeptLeads;
  readonly erasure?: Erasure;
  readonly hooks: HookDirectory;
  readonly deliveries: Deliveries;
}

/** An empty store with webhooks. */
export interface WebhooksUnderTest extends WebhookStore, UnderTest<WebhookStore> {}
