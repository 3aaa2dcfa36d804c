import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { positive } from '../scripts/positive.ts';
import { median } from './report.ts';
import { startServer } from './server-process.ts';

/** `npm run bench:start`: from starting the process to the first answered request, with the in-memory CRM. */

const { values: given } = parseArgs({ options: { starts: { type: 'string', default: '15' } } });
const starts = positive(given.starts);
const files = ['dist/bootstrap/server.js', 'src/bootstrap/server.ts'].filter((file) => existsSync(file));
const times = new Map<string, number[]>(files.map((file) => [file, []]));

for (let start = 0; start < starts; start += 1) {
  for (const file of files) {
    const began = performance.now();
    await using server = await startServer(file, { LOG_LEVEL: 'silent' });
    const { ok } = await fetch(`${server.url}/healthz`);
    if (!ok) throw new Error(`${file} started and is not healthy`);
    times.get(file)?.push(performance.now() - began);
  }
}
for (const [file, taken] of times) {
  console.log(
    `${file}: ${median(taken).toFixed(0)} ms, ${Math.min(...taken).toFixed(0)} at best, ${Math.max(...taken).toFixed(0)} at worst`,
  );
}
