import type { Deliveries } from '../application/events/ports/deliveries.ts';
import type { HookDirectory } from '../application/events/ports/hook-directory.ts';
import type { Crm } from '../application/intake/ports/outbound/crm.ts';
import type { BackOffice } from '../application/operators/ports/outbound/back-office.ts';
import type { Breakable } from './unreachable.ts';

/** What a process has of a store with webhooks. */
export interface WebhookStore {
  readonly crm: Crm;
  readonly backOffice: BackOffice;
  readonly hooks: HookDirectory;
  readonly deliveries: Deliveries;
}

/** Empty webhooks, and the CRM and back office of the same store. */
export interface WebhooksUnderTest extends WebhookStore, Breakable {
  /** The same store, as another process would have it: it shares nothing else with the first. */
  another?(): Promise<WebhookStore>;
  close?(): Promise<void>;
}
