import { type AuditPorts, audited } from './audited.ts';
import type { By } from './ports/inbound/people-use-cases.ts';
import type { StoreUpgrade, UpgradeOrder } from './ports/outbound/store-upgrade.ts';

/**
 * Upgrades the store, and records it in the audit log unless it is a dry run. Throws Refused if `by` is no
 * name.
 */
export type UpgradeStore = (order: UpgradeOrder & { readonly by: By }) => ReturnType<StoreUpgrade['upgrade']>;

export const makeUpgradeStore =
  (ports: AuditPorts & { readonly storeUpgrade: StoreUpgrade }): UpgradeStore =>
  async ({ by, ...order }) => {
    const upgrade = () => ports.storeUpgrade.upgrade(order);
    return order.dryRun ? upgrade() : audited(ports, { by, action: 'store.upgrade', on: 'store' }, upgrade);
  };
