import { MongoClient } from 'mongodb';
import { expect, inject, it } from 'vitest';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { someDeal } from '../../../support/leads.ts';
import { openCrm } from '../../../support/mongo-crm.ts';
import type { Mongod } from '../../../support/mongod.ts';
import { noMongod } from '../../../support/mongodb.ts';
import { startReplicaSet } from '../../../support/replica-set.ts';

/** It stays a member that votes, but acknowledges no further write. */
async function stopReplication({ directUri }: Mongod): Promise<void> {
  const client = new MongoClient(directUri);
  await client.db('admin').command({ configureFailPoint: 'rsSyncApplyStop', mode: 'alwaysOn' });
  await client.close();
}

it.skipIf(noMongod)(
  'a process that starts while no majority acknowledges writes can read leads',
  async () => {
    const set = await startReplicaSet(inject('mongodBinary'), [{}, {}, {}]);
    const earlier = await openCrm({}, set.uri);
    const later = await openCrm({}, set.uri);
    try {
      const deal = someDeal();
      expect(await earlier.crm.addDeal(deal)).toBe('added');
      const primary = await set.primary();
      await Promise.all(set.nodes.filter((node) => node !== primary).map(stopReplication));

      await expect(earlier.crm.addDeal(someDeal())).rejects.toThrow(StoreUnavailable);
      const begun = performance.now();
      expect(await later.connection.isReachable()).toBe(true);
      expect(await later.crm.statusOf(deal.id, deal.vendorId)).toBe(deal.status);
      expect(performance.now() - begun).toBeLessThan(3_000);
    } finally {
      await earlier.connection.close();
      await later.connection.close();
      await set.stop();
    }
  },
);
