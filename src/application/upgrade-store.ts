import { type AuditPorts, audited } from './audited.ts';
import type { StoreUpgrade, Upgraded, UpgradeOrder } from './ports/outbound/store-upgrade.ts';

/** The store's own upgrade, recorded in the audit log unless it is a dry run. Throws Refused if `by` is no name. */
export type UpgradeStore = (order: UpgradeOrder & { readonly by: string }) => Promise<Upgraded>;

export const makeUpgradeStore =
  (ports: AuditPorts & { readonly storeUpgrade: StoreUpgrade }): UpgradeStore =>
  async ({ by, ...order }) => {
    if (order.dryRun) return ports.storeUpgrade.upgrade(order);
    return audited(ports, { by, action: 'store.upgrade', on: 'store' }, () =>
      ports.storeUpgrade.upgrade(order),
    );
  };
