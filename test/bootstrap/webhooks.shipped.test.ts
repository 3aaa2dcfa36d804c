import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { noMongod, startMongod } from '../support/own-mongod.ts';
import { startServer } from '../support/processes.ts';
import { receiver, sendLead as send } from '../support/receiver.ts';

const settings = { API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent' };

describe.skipIf(noMongodb)('a process that delivers', () => {
  it('what a killed server had taken is delivered by another within 30 s', async () => {
    const env = { ...settings, MONGODB_URI: await emptyDatabase() };
    const hanging = await receiver();
    const { hook } = await jsonHere(['hook', 'add', hanging.url, '--operator'], env);
    const first = await startServer(env);
    hanging.status = 500; // so that the event stays due
    const leadId = await send(first.url);
    await expect.poll(() => hanging.got.length, { timeout: 5_000 }).toBeGreaterThan(0);
    first.process.kill('SIGKILL');
    hanging.status = 204;
    await using _second = await serverHere(env);
    await expect.poll(() => hanging.got.length, { timeout: 35_000 }).toBeGreaterThan(1);
    expect(new Set(hanging.got.map(({ id }) => id))).toEqual(new Set([`evt_${leadId}_received`]));
    const { attempts } = await jsonHere(['hook', 'log', hook], env);
    expect(attempts[0]).toMatchObject({ event: `evt_${leadId}_received`, status: 204 });
  }, 60_000);

  it('a server that is told to stop in a backlog begins no try, and ends as ever', async () => {
    const env = { ...settings, MONGODB_URI: await emptyDatabase(), LOG_LEVEL: 'info' };
    const slow = await receiver();
    slow.takes = () => sleep(500);
    await jsonHere(['hook', 'add', slow.url, '--operator'], env);
    const server = await startServer(env);
    await Promise.all(Array.from({ length: 400 }, () => send(server.url)));
    await expect.poll(() => slow.got.length, { timeout: 10_000 }).toBeGreaterThan(20);
    const before = slow.got.length;
    server.process.kill('SIGTERM');
    const { code, out, err } = await server.finished;
    expect([code, err, JSON.parse(out.trim().split('\n').at(-1) ?? '').msg]).toEqual([0, '', 'Stopped.']);
    expect(slow.got.length - before).toBeLessThan(40);
  }, 40_000);
});

describe.skipIf(noMongod)('a database that hangs while events are posted', () => {
  it('ends no server, is logged once, and the events come again', async () => {
    const mongod = await startMongod();
    onTestFinished(() => mongod.stop());
    const env = { ...settings, MONGODB_URI: mongod.directUri, LOG_LEVEL: 'warn' };
    const [slow, other] = [await receiver(), await receiver()];
    const answered = Promise.withResolvers<void>();
    for (const each of [slow, other]) {
      each.status = 500;
      each.takes = () => answered.promise;
      await leadsHere(['hook', 'add', each.url, '--operator'], env);
    }
    await using server = await serverHere(env);
    for (let n = 0; n < 3; n += 1) await send(server.url);
    await expect.poll(() => slow.got.length * other.got.length, { timeout: 5_000 }).toBeGreaterThan(0);
    const held = slow.got.length + other.got.length;
    mongod.pause();
    answered.resolve();
    const interruptions = () => server.log().match(/Delivering to webhooks was interrupted/g)?.length;
    await expect.poll(interruptions, { timeout: 30_000 }).toBe(1); // once the database has not answered for long
    mongod.resume();
    for (const each of [slow, other]) each.status = 204;
    await expect
      .poll(() => slow.got.length + other.got.length, { timeout: 40_000 })
      .toBeGreaterThanOrEqual(6 + held);
    expect(interruptions()).toBe(1);
  }, 70_000);
});
