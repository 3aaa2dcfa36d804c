import { expect, inject, it } from 'vitest';
import { someDeal } from '../../../support/leads.ts';
import { openCrm } from '../../../support/mongo-crm.ts';
import { noMongod } from '../../../support/mongodb.ts';
import { startReplicaSet } from '../../../support/replica-set.ts';

it.skipIf(noMongod)(
  'a replica set that replaces an older one at the same address is found',
  async () => {
    const old = await startReplicaSet(inject('mongodBinary'), [{}]);
    const [node] = old.nodes;
    if (!node) throw new Error('no node');
    for (let election = 0; election < 2; election += 1) {
      await node.kill();
      await node.start();
      await old.primary();
    }
    const { connection, crm } = await openCrm({}, old.uri);
    expect(await crm.addDeal(someDeal())).toBe('added');
    await old.stop();
    const replacement = await startReplicaSet(inject('mongodBinary'), [{ port: node.port }]);
    try {
      expect(await connection.isReachable()).toBe(false);
      await expect.poll(() => connection.isReachable(), { timeout: 20_000 }).toBe(true);
      expect(await crm.addDeal(someDeal())).toBe('added');
    } finally {
      await connection.close();
      await replacement.stop();
    }
  },
  60_000,
);
