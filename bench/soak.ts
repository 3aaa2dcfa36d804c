import { parseArgs } from 'node:util';
import { positive } from '../scripts/positive.ts';
import { startMongodb } from './database.ts';
import { measure } from './measure.ts';
import { API_KEY, newLead } from './requests.ts';
import { memoryOf, startServer } from './server-process.ts';

/** `npm run bench:soak`: full load on MongoDB for ten minutes, with the server's memory, which must stay level. */

const { values: given } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = positive(given.minutes);

await using mongodb = await startMongodb();
await using server = await startServer('src/bootstrap/server.ts', {
  API_KEYS: `bench:${API_KEY}`,
  LOG_LEVEL: 'silent',
  MONGODB_URI: mongodb.freshDatabase(),
});
console.log('| minute | requests/s | p99 ms | memory MiB |\n|--:|--:|--:|--:|');
for (let minute = 1; minute <= minutes; minute += 1) {
  const { rate, p99 } = await measure([server], mongodb, { connections: 256, seconds: 60, next: newLead });
  console.log(`| ${minute} | ${rate.toFixed(0)} | ${p99.toFixed(0)} | ${memoryOf(server.pid).toFixed(0)} |`);
}
