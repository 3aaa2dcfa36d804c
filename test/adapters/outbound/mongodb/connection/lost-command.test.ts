import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Db } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { closedGate } from '../../../../support/gate.ts';
import type { Mongod } from '../../../../support/mongod.ts';
import { noMongod, startMongod } from '../../../../support/own-mongod.ts';

const lost = 'A command to MongoDB did not end: all connections are opened anew.';

describe.skipIf(noMongod)('a command of which the driver loses track', () => {
  let server: Mongod;
  beforeAll(async () => {
    server = await startMongod();
  });
  afterAll(() => server?.stop());

  let gate: Awaited<ReturnType<typeof closedGate>>;
  let connection: MongoConnection;
  const warnings: string[] = [];
  beforeEach(async () => {
    gate = await closedGate(server.port);
    gate.open();
    warnings.length = 0;
    connection = new MongoConnection(`mongodb://127.0.0.1:${gate.port}/?directConnection=true`, {
      abandonAfter: 1_000,
      warn: (message) => warnings.push(message),
      client: { maxPoolSize: 1 },
    });
  });
  afterEach(async () => {
    await connection.close();
    gate.close();
  });
  const outcome = () =>
    connection
      .use((db) => db.command({ ping: 1 }))
      .then(
        () => 'done',
        (error) => error,
      );

  it('because the server hung up as it was written does not keep the only connection for good', async () => {
    for (let round = 0; round < 100 && !warnings.includes(lost); round += 1) {
      await expect.poll(() => connection.isReachable()).toBe(true);
      gate.hangUp();
      for (let turns = round % 5; turns > 0; turns -= 1) await turn();
      const told = await outcome();
      if (told !== 'done') expect(told).toBeInstanceOf(StoreUnavailable);
    }
    expect(warnings).toContain(lost); // else the driver has become better, and the limit can go
    await expect.poll(outcome).toBe('done');
  }, 60_000);

  it('is given up, and only the first of several makes the connections start anew', async () => {
    const closed = vi.fn();
    connection.client.on('topologyClosed', closed);
    const never = () => connection.use(() => new Promise(() => {}));
    const given = await Promise.allSettled([never(), never()]);
    const reason = new StoreUnavailable('a command did not end');
    expect(given).toEqual(Array(2).fill({ status: 'rejected', reason }));
    expect(await outcome()).toBe('done');
    expect(closed).toHaveBeenCalledOnce();
    expect(warnings.filter((warning) => warning === lost)).toHaveLength(1);
  });

  it('does not cost what else is going on, nor is it in the way if its client never closes', async () => {
    expect(await outcome()).toBe('done');
    const { client } = connection;
    const close = vi.spyOn(client, 'close').mockReturnValue(new Promise(() => {}));
    const lostOne = connection.use(() => new Promise(() => {}));
    await sleep(600);
    const longer = connection.use(async (db) => {
      await sleep(800);
      return db.command({ ping: 1 });
    });
    await expect(lostOne).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await outcome()).toBe('done');
    expect(close).not.toHaveBeenCalled();
    expect(await longer).toEqual({ ok: 1 });
    expect(close).toHaveBeenCalledOnce();
    expect(connection.client).not.toBe(client);
    close.mockRestore();
    await client.close();
  });

  it('is given up while the indexes are created, too', async () => {
    const command = vi.spyOn(Db.prototype, 'command').mockReturnValueOnce(new Promise(() => {}));
    expect(await outcome()).toEqual(new StoreUnavailable('a command did not end'));
    expect(command.mock.calls[0]?.[0]).toHaveProperty('createIndexes');
    expect(warnings).toContain(lost);
    expect(await outcome()).toBe('done');
    vi.restoreAllMocks();
  });

  it('is not looked for once the connection is closed', async () => {
    const given = connection.use(() => new Promise(() => {}));
    await connection.isReachable();
    await connection.close();
    await expect(given).rejects.toBeInstanceOf(StoreUnavailable);
    expect(warnings).not.toContain(lost);
    expect(await outcome()).toBeInstanceOf(StoreUnavailable); // and nothing has connected again
  });
});
