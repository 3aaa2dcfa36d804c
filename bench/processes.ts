import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { positive } from '../scripts/positive.ts';
import { writeSection } from '../scripts/section.ts';
import { MongoConnection } from '../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoHooks } from '../src/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { deliveriesOf } from '../src/adapters/outbound/mongodb/webhooks/stored-delivery.ts';
import { openHook } from '../src/domain/hook.ts';
import { startMongodb, sumOf } from './database.ts';
import { measure } from './measure.ts';
import { startReceiver } from './receiver-process.ts';
import { told } from './report.ts';
import { API_KEY, newLead } from './requests.ts';
import { startServer } from './server-process.ts';

/**
 * `npm run bench -- processes`: what servers that share one database ask of it, idle and under a moderate load, and whether
 * two of them try the same delivery. Only a run without options rewrites the page.
 */

const { values: given } = parseArgs({
  options: {
    processes: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
  },
});
const processes = positive(given.processes);
const seconds = positive(given.seconds);
const HOOKS = 3;

await using mongodb = await startMongodb();
await using receiver = await startReceiver();
const uri = mongodb.freshDatabase();
const db = mongodb.database(uri);
const admin = db.client.db('admin');

const connection = new MongoConnection(uri);
const hooks = new MongoHooks(connection);
for (let n = 0; n < HOOKS; n += 1)
  await hooks.add(
    openHook({ id: `hook_${n}`, url: `${receiver.url}${n}`, vendorId: undefined, created: new Date() }),
  );
await connection.close();
const own = await connections();

const MONGODB_URI = uri;
const env = { API_KEYS: `bench:${API_KEY}`, LOG_LEVEL: 'silent', MONGODB_URI };
const servers = await Promise.all(
  Array.from({ length: processes }, () => startServer('src/bootstrap/server.ts', env)),
);
await sleep(5_000);
const idle = {
  connections: (await connections()) - own,
  commands: sumOf(await mongodb.commandsASecond(10_000)),
};

let most = 0;
const watch = setInterval(() => void connections().then((now) => (most = Math.max(most, now - own))), 500);
const asked = mongodb.commandsASecond(seconds * 1_000);
const figures = await measure(servers, mongodb, { connections: processes, seconds, next: newLead });
clearInterval(watch);
const leads = await db.collection('deals').countDocuments();
for (let waited = 0; waited < 60 && receiver.messages() < leads * HOOKS; waited += 1) await sleep(1_000);
const twice = await deliveriesOf(db).countDocuments({ 'tries.1': { $exists: true } });
const report = `${told({ rounds: 1, seconds, mongodb: mongodb.version })}

| ${processes} servers, ${HOOKS} webhooks | idle | with ${figures.rate.toFixed(0)} leads/s |
|---|--:|--:|
| connections of all | ${idle.connections} | ${most} at most |
| commands/s of all | ${idle.commands.toFixed(0)} | ${sumOf(await asked).toFixed(0)} |
| events posted | | ${receiver.messages()} of ${leads * HOOKS}, ${twice} tried twice |`;
console.log(report);
if (process.argv.length === 2) writeSection('docs/scale.md', 'processes', report);
for (const server of servers) await server[Symbol.asyncDispose]();

async function connections(): Promise<number> {
  return (await admin.command({ serverStatus: 1 })).connections.current;
}
