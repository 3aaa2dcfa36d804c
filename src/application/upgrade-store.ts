import { type AuditPorts, audited } from './audited.ts';
import { idOfAuthor, knownPeople, type PeoplePorts } from './desk/known-people.ts';
import type { By } from './ports/inbound/people.ts';
import type { StoreUpgrade, Upgraded, UpgradeOrder } from './ports/outbound/store-upgrade.ts';

/** The store's own upgrade, recorded in the audit log unless it is a dry run. Throws Refused if `by` is no name. */
export type UpgradeStore = (order: Omit<UpgradeOrder, 'personOf'> & { readonly by: By }) => Promise<Upgraded>;

export const makeUpgradeStore =
  (ports: AuditPorts & PeoplePorts & { readonly storeUpgrade: StoreUpgrade }): UpgradeStore =>
  async ({ by, ...given }) => {
    const { storeUpgrade, digest, people } = ports;
    const order = { ...given, personOf };
    if (order.dryRun) return storeUpgrade.upgrade(order);
    return audited(ports, { by, action: 'store.upgrade', on: 'store' }, () => storeUpgrade.upgrade(order));

    /** The one person who is called so; of several, none, but whoever goes by the name alone. */
    async function personOf(name: string, as: 'owner' | 'author'): Promise<string> {
      const [one, ...others] = (await knownPeople(ports)).called(name);
      if (one && others.length === 0) return one.id;
      const id = idOfAuthor(digest, name);
      if (as === 'owner' && !given.dryRun)
        await people.add({ id, name, email: undefined, role: undefined, seen: undefined });
      return id;
    }
  };
