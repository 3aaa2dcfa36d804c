import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { leadsHere, serverHere } from '../../../../../support/in-process.ts';
import type { Mongod } from '../../../../../support/mongod.ts';
import { noMongod, startMongod } from '../../../../../support/own-mongod.ts';

describe.skipIf(noMongod)('a replica set whose user lacks a right', () => {
  let mongod: Mongod;
  let root: MongoClient;
  const folder = mkdtempSync(join(tmpdir(), 'leads-key-'));
  const uriOf = (user: string) =>
    mongod.directUri.replace('//', `//${user}:sesame@`).replace('/?', '/leads?authSource=admin&');
  beforeAll(async () => {
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, 'sesame'.repeat(10), { mode: 0o400 });
    mongod = await startMongod({ args: ['--replSet', 'rs', '--auth', '--keyFile', keyFile] });
    await using first = new MongoClient(mongod.directUri); // anyone on this machine may do so once
    const admin = first.db('admin');
    await admin.command({ replSetInitiate: { _id: 'rs', members: [{ _id: 0, host: mongod.address }] } });
    await vi.waitUntil(async () => (await admin.command({ hello: 1 })).isWritablePrimary, 20_000);
    await admin.command({ createUser: 'root', pwd: 'sesame', roles: ['root'] });
    root = new MongoClient(uriOf('root'));
  });
  afterAll(async () => {
    await root?.close();
    await mongod?.stop();
    rmSync(folder, { recursive: true });
  });

  it('keeps a server from being ready, which names command and collection, until the right is given', async () => {
    const [admin, db] = [root.db('admin'), root.db('leads')];
    const all = ['find', 'insert', 'update', 'remove', 'createIndex', 'listIndexes'];
    const privilegesWithout = (withheld: string) => [
      { resource: { db: 'leads', collection: '' }, actions: all.filter((action) => action !== withheld) },
    ];
    await admin.command({ createRole: 'most', privileges: privilegesWithout('insert'), roles: [] });
    await admin.command({ createUser: 'most', pwd: 'sesame', roles: ['most'] });
    await using server = await serverHere({ MONGODB_URI: uriOf('most'), LOG_LEVEL: 'warn' });
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    expect(await ready()).toBe(503);
    const why =
      'cannot be kept: MONGODB_URI names no user who may do this (insert on contacts) (insert into contacts 13 Unauthorized).';
    expect(server.log()).toContain(`Not ready, as a made-up lead ${why}`);
    const { code, out } = await leadsHere(['doctor'], { MONGODB_URI: uriOf('most') });
    expect([code, out]).toEqual([1, expect.stringContaining(`rehearsal: A made-up lead ${why}`)]);

    await admin.command({ updateRole: 'most', privileges: privilegesWithout('nothing') });
    await expect.poll(ready).toBe(200);
    expect(await db.collection('deals').countDocuments()).toBe(0);
  });
});
