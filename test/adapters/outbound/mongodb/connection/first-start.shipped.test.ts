import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { keepCustomer } from '../../../../support/added-leads.ts';
import { someCustomer } from '../../../../support/leads.ts';
import { openCrm } from '../../../../support/mongo-crm.ts';
import type { Mongod } from '../../../../support/mongod.ts';
import { noMongod, startSet } from '../../../../support/own-mongod.ts';
import { askNode } from '../../../../support/replica-set.ts';

/** A new primary takes nothing over from the one before. */
async function forgetful(primary: Mongod): Promise<void> {
  const { config } = await askNode(primary, { replSetGetConfig: 1 });
  const settings = { ...config.settings, catchUpTimeoutMillis: 0 };
  await askNode(primary, { replSetReconfig: { ...config, settings, version: config.version + 1 } });
}

const stopReplication = (node: Mongod, mode: 'alwaysOn' | 'off') =>
  askNode(node, { configureFailPoint: 'stopReplProducer', mode });

it.skipIf(noMongod)(
  'keeps a customer once if the primary goes before a majority has the indexes',
  async () => {
    const set = await startSet([{}, {}, {}]);
    const { connection, crm, contacts } = await openCrm({}, set.uri);
    try {
      const primary = await set.primary();
      const secondaries = set.nodes.filter((node) => node !== primary);
      await forgetful(primary);
      await set.inStep();
      for (const node of secondaries) await stopReplication(node, 'alwaysOn');
      const kept = Array.from({ length: 6 }, () => keepCustomer(crm, someCustomer()).catch(() => 'failed'));
      await sleep(500); // what the first start has created by now is on the primary alone
      await askNode(primary, { replSetStepDown: 20, secondaryCatchUpPeriodSecs: 0, force: true });
      const [next] = secondaries;
      if (next) await askNode(next, { replSetStepUp: 1 });
      for (const node of secondaries) await stopReplication(node, 'off');
      await Promise.all(kept);

      await expect.poll(() => keepCustomer(crm, someCustomer()).catch(() => '')).not.toBe('');
      expect(await contacts()).toHaveLength(1);
    } finally {
      await connection.close();
      await set.stop();
    }
  },
  90_000,
);
