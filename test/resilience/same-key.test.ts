import { MongoClient } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { DEALS } from '../../src/adapters/outbound/mongodb/stored-deal.ts';
import type { ReplicaSet } from '../support/replica-set.ts';
import { record } from './parts/figures.ts';
import { form, LIMIT } from './parts/form.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';

describe.skipIf(noMongod)('one key sent 50 times at once, to two servers', () => {
  let set: ReplicaSet;
  let servers: ServerProcess[] = [];
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await set?.stop();
  });

  it('creates one lead and returns it every time', { timeout: LIMIT }, async (context) => {
    set = await startSet([{}]);
    const start = () => ServerProcess.start({ MONGODB_URI: set.uri });
    servers = await Promise.all([start(), start()]);
    const vendors = servers.map((server) => new Vendor(() => server.url, { connections: 25 }));
    const answered = new Set<string>();
    for (let number = 0; number < form.sharedKeys; number += 1) {
      const sends = vendors.flatMap((vendor) =>
        Array.from({ length: 25 }, () => vendor.submit(numberedLead(number), keyOf(number))),
      );
      const answers = await Promise.all(sends);
      const ids = new Set(answers.map(({ status, leadId }) => `${status} ${leadId}`));
      expect([...ids]).toEqual([expect.stringMatching(/^200 ./)]);
      for (const id of ids) answered.add(id);
    }
    for (const vendor of vendors) vendor.close();

    const client = await new MongoClient(set.uri).connect();
    const deals = await client.db('partner_leads').collection(DEALS).countDocuments();
    await client.close();
    record(context, `50 simultaneous requests × ${form.sharedKeys} keys: leads`, deals, `${form.sharedKeys}`);
    expect(answered.size).toBe(form.sharedKeys);
    expect(deals).toBe(form.sharedKeys);
  });
});
