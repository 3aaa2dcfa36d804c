import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { leads } from '../support/processes.ts';
import type { ReplicaSet } from '../support/replica-set.ts';
import { Crowd } from './parts/crowd.ts';
import { record } from './parts/figures.ts';
import { LIMIT } from './parts/form.ts';
import { documentsWith } from './parts/left-over.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';
import { readVerdict } from './parts/verdict.ts';

describe.skipIf(noMongod)('restoring a snapshot as docs/database.md says', () => {
  let set: ReplicaSet;
  let server: ServerProcess;
  afterEach(async () => {
    await server?.end('SIGKILL');
    await set?.stop();
  });

  it('brings back every lead of that moment, and nobody who was erased', {
    timeout: LIMIT,
  }, async (context) => {
    set = await startSet([{}]);
    const [node] = set.nodes;
    if (!node) throw new Error('a replica set has one node at least');
    const env = { MONGODB_URI: set.uri };
    server = await ServerProcess.start(env);
    const command = async (...args: string[]): Promise<string> => {
      const { code, out, err } = await leads(args, env);
      if (code !== 0) throw new Error(`leads ${args.join(' ')}: ${err}`);
      return out;
    };
    const send = (key: string, customer: object = {}) =>
      fetch(`${server.url}/v1/lead`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ first_name: 'Canary', email: 'canary@example.com', lead_notes: 'canary' },
          ...{ deal_type: 'sales', vendor_name: 'Acme' },
          ...customer,
        }),
      });

    await command('vendor', 'add', 'Acme');
    const key = (await command('key', 'issue', 'Acme')).trim();
    expect((await send(key)).status).toBe(200);
    const crowd = new Crowd({ clients: 10, pause: 20, url: () => server.url });
    await crowd.more(300);
    const snapshot = await mkdtemp(join(tmpdir(), 'snapshot-'));
    const kept = crowd.acknowledged.length;
    await node.snapshot(snapshot);

    // What the snapshot knows nothing of.
    await crowd.more(200);
    await crowd.end();
    const { contacts } = JSON.parse(
      await command('contact', 'find', '--email', 'canary@example.com', '--json'),
    );
    const { keys } = JSON.parse(await command('key', 'list', 'Acme', '--json'));
    await command('contact', 'erase', '--email', 'canary@example.com', '--yes');
    await command('key', 'revoke', keys[0].keyId);
    await node.kill();

    await server.end('SIGTERM');
    await node.restore(snapshot);
    await rm(snapshot, { recursive: true });
    await node.start();
    await set.primary();
    await command('contact', 'erase', '--contact', contacts[0].contactId, '--yes');
    await command('key', 'revoke', keys[0].keyId);
    await server.start();

    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const before = crowd.acknowledged.slice(0, kept);
    const verdict = await readVerdict(set.uri, before);
    const left = await documentsWith(set.uri, /canary/i);
    record(
      context,
      'Restore of a snapshot: leads of that moment / lost / duplicated',
      `${before.length} / ${verdict.lost} / ${verdict.doubled}`,
      '… / 0 / 0',
    );
    record(context, 'The same: documents with something of who was erased since', left.length, '0');
    expect(verdict).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
    expect(left).toEqual([]);
    expect((await send(key)).status).toBe(403);
  });
});
