import { afterAll, beforeAll, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { StoreUnfit } from '../../../../../src/application/ports/outbound/store.ts';
import { leadsHere } from '../../../../support/in-process.ts';
import { startOldMongodb } from '../../../../support/old-mongodb.ts';
import { startProgram } from '../../../../support/processes.ts';

const MONGODB_4_2 = 8;
const why = 'a server answers, but is older than MongoDB 4.4';

let old: Awaited<ReturnType<typeof startOldMongodb>>;
beforeAll(async () => {
  old = await startOldMongodb(MONGODB_4_2);
});
afterAll(() => old?.close());

it('a server that is too old for the driver is refused at once, by its name', async () => {
  const begin = performance.now();
  const connection = new MongoConnection(old.uri);
  const error = await connection.use(async () => {}).catch((reason: unknown) => reason);
  await connection.close();
  expect(error).toBeInstanceOf(StoreUnfit);
  expect((error as Error).message).toBe(why);
  expect(performance.now() - begin).toBeLessThan(1_000);
});

it.each([
  'vendor add Acme',
  'vendor list',
  'lead list',
  'report',
  'doctor',
  'upgrade',
  'hook list',
  'source list',
])('by each command alike: %s', async (words) => {
  const { code, err } = await leadsHere(words.split(' '), { MONGODB_URI: old.uri });
  expect([code, err]).toEqual([1, `The store (MongoDB) cannot be used: ${why}.\n`]);
});

it('and a start ends, as its settings are right but nothing would be kept', async () => {
  const server = await startProgram('server', { MONGODB_URI: old.uri, PORT: '0', DESK_PORT: '0' });
  const { code, err } = await server.finished;
  expect([code, err]).toEqual([1, `The store (MongoDB, database leads) cannot be used: ${why}.\n`]);
});
