import { ContainerModule } from 'inversify';
import { makeBackUpStore } from '../../operators/application/back-up-store.ts';
import { makeRunRetention } from '../../operators/application/leads/retention.ts';
import { makeUpgradeStore } from '../../operators/application/upgrade-store.ts';
import { tokens } from '../tokens.ts';

/** Binds the command line's occasional work. Each is `undefined` if the store does not support it. */
export const upkeepModule = new ContainerModule(({ bind }) => {
  bind(tokens.upgradeStore).toDynamicValue(({ get }) => {
    const storeUpgrade = get(tokens.storeUpgrade, { optional: true });
    const shelves = get(tokens.shelves, { optional: true });
    const audit = get(tokens.audit);
    return storeUpgrade && makeUpgradeStore({ ...get(tokens.runtime), audit, storeUpgrade, shelves });
  });
  bind(tokens.backUpStore).toDynamicValue(({ get }) => {
    const storeBackup = get(tokens.storeBackup, { optional: true });
    const backupInto = get(tokens.backupInto, { optional: true });
    const ports = { ...get(tokens.runtime), audit: get(tokens.audit) };
    return storeBackup && backupInto && makeBackUpStore({ ...ports, storeBackup, backupInto });
  });
  bind(tokens.runRetention).toDynamicValue(({ get }) => {
    const leases = get(tokens.leases, { optional: true });
    return (
      leases &&
      makeRunRetention({
        ...get(tokens.runtime),
        audit: get(tokens.audit),
        leads: get(tokens.leads),
        erasure: get(tokens.erasure),
        remains: get(tokens.remains, { optional: true }),
        leases,
        refusals: get(tokens.refusals, { optional: true }),
      })
    );
  });
});
