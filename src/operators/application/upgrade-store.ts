import { keptByTime } from '../domain/work/kept-by-time.ts';
import type { WorkedDeal } from '../domain/work/worked-deal.ts';
import { type AuditPorts, audited } from './audited.ts';
import { pagesOf } from './pages-of.ts';
import type { By } from './ports/order.ts';
import type { Shelves } from './ports/outbound/shelves.ts';
import type { StoreUpgrade, UpgradedStep, UpgradeOrder } from './ports/outbound/store-upgrade.ts';

/**
 * Upgrades the store, and records it in the audit log unless it is a dry run. Throws Refused if `by` is no
 * name.
 */
export type UpgradeStore = (order: UpgradeOrder & { readonly by: By }) => Promise<UpgradedStore>;

interface UpgradedStore {
  readonly steps: readonly UpgradedStep[];
  /** Leads of which a vendor who keeps the status with the latest time has another than ours. */
  readonly misled: readonly Misled[];
}

interface Misled extends Pick<WorkedDeal, 'vendorName' | 'status'> {
  readonly leadId: string;
  /** The status that the vendor has. */
  readonly told: WorkedDeal['status'];
}

interface UpgradePorts extends AuditPorts {
  readonly storeUpgrade: StoreUpgrade;
  /** Absent: moves are not looked at. */
  readonly shelves?: Pick<Shelves, 'deals'> | undefined;
}

export const makeUpgradeStore =
  ({ storeUpgrade, shelves, ...ports }: UpgradePorts): UpgradeStore =>
  async ({ by, ...order }) => {
    const upgrade = async () => {
      const steps = await storeUpgrade.upgrade(order);
      if (!shelves) return { steps, misled: [] };
      const { looked, misled } = await misledIn(shelves.deals, order);
      return { steps: [...steps, { step: 'times', looked, changed: 0 }], misled };
    };
    return order.dryRun ? upgrade() : audited(ports, { by, action: 'store.upgrade', on: 'store' }, upgrade);
  };

/** Looks at every lead's moves. Up to 0.4.0, one in a long sheet could have a time before that of the move before. */
async function misledIn(deals: Shelves['deals'], { progress }: Pick<UpgradeOrder, 'progress'>) {
  const of = await deals.count();
  const misled: Misled[] = [];
  let looked = 0;
  for await (const page of pagesOf(deals)) {
    for (const { id: leadId, vendorName, status, history } of page) {
      const told = keptByTime(history);
      if (told !== status) misled.push({ leadId, vendorName, status, told });
    }
    looked += page.length;
    progress?.({ step: 'times', looked, of });
  }
  return { looked, misled };
}
