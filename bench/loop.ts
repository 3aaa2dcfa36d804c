import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { positive } from '../scripts/positive.ts';
import { fileOfLeads } from '../src/operators/adapters/outbound/sqlite/file-of-leads.ts';
import { freePort } from '../test/support/free-port.ts';
import { startMongodb } from './database.ts';
import { fillFile } from './desk-file.ts';
import { storeLeads } from './desk-mongodb.ts';
import { during } from './during.ts';
import { type Hold, watchLoop } from './held-loop.ts';
import { heavyRequests, type Request } from './loop-requests.ts';
import { places, told } from './report.ts';
import { API_KEY } from './requests.ts';
import { startServer } from './server-process.ts';

/**
 * `npm run bench -- loop`: for how long the heaviest requests to a server and its desk hold the
 * event loop there, with 100,000 leads. Of each, the least of some tries; the twenty that hold it longest are printed.
 * `--only WORDS` asks for those alone with these words in their names. A run without options rewrites `results/loop.md`.
 */

const { values: given } = parseArgs({
  options: {
    store: { type: 'string', default: 'file,mongodb' },
    stored: { type: 'string', default: '100000' },
    tries: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
});
const [stored, tries] = [positive(given.stored), positive(given.tries)];
const SHOWN = 20;

interface Row extends Hold {
  readonly name: string;
  /** Milliseconds until the whole answer is there. */
  readonly took: number;
}

const stores: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  async file() {
    const folder = mkdtempSync(join(tmpdir(), 'loop-'));
    const path = join(folder, 'leads.db');
    try {
      return await measured({ DATA_FILE: path }, async () => {
        const file = fileOfLeads(path);
        await fillFile(file, stored, Date.now());
        await file.close();
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  mongodb: async () =>
    during(await startMongodb(), (mongodb) => {
      const uri = mongodb.freshDatabase();
      return measured({ MONGODB_URI: uri }, () => storeLeads(mongodb.database(uri), stored, Date.now()));
    }),
};

/** Measures all requests to a server of its own. `fill`: stores the leads while it runs. */
async function measured(
  store: Readonly<Record<string, string>>,
  fill: () => Promise<unknown>,
): Promise<readonly Row[]> {
  const env = {
    ...store,
    API_KEYS: `bench:${API_KEY}`,
    APP_ENV: 'sandbox',
    LOG_LEVEL: 'silent',
    DESK_PORT: String(await freePort()),
    SOURCE_LIMIT_PER_MINUTE: '0',
  };
  return during(await startServer('src/bootstrap/server.ts', env), async (server) => {
    await fill();
    const requests = await heavyRequests(server.url, env, tries);
    const watch = await watchLoop(server);
    const rows: Row[] = [];
    for (const [name, next] of Object.entries(requests).filter((each) => each[0].includes(given.only))) {
      const all: Row[] = [];
      for (let n = 0; n < tries; n += 1) {
        const request = await next(n);
        if (!request) break;
        const { done, ...hold } = await watch(() => answerTo(request));
        if (done.status >= 400 && done.status !== 409) throw new Error(`${name}: ${done.status}`);
        all.push({ name, took: done.took, ...hold });
      }
      const least = (of: 'held' | 'worked' | 'took') => Math.min(...all.map((each) => each[of]));
      rows.push({ name, held: least('held'), worked: least('worked'), took: least('took') });
      console.error(lineOf(rows.at(-1) as Row));
    }
    return rows.sort((one, other) => other.held - one.held).slice(0, SHOWN);
  });
}

async function answerTo({ address, ...request }: Request) {
  const began = performance.now();
  const answer = await fetch(address, { redirect: 'manual', ...request });
  await answer.arrayBuffer();
  return { status: answer.status, took: performance.now() - began };
}

const lineOf = ({ name, ...times }: Row): string =>
  `| ${[name, times.held.toFixed(0), times.worked.toFixed(0), times.took.toFixed(0)].join(' | ')} |`;

const tables: string[] = [];
for (const store of given.store.split(',')) {
  const rows = (await stores[store]?.()) ?? [];
  const head = `| ${stored} leads ${places[store]} | held, ms | of it work, ms | answered in, ms |`;
  tables.push([head, '|---|--:|--:|--:|', ...rows.map(lineOf)].join('\n'));
}
const notes = `\`npm run bench -- loop\`: the ${SHOWN} requests that hold the event loop longest, of each the least of ${tries} tries. *Held* is the longest time between two turns of the loop, by \`monitorEventLoopDelay\`; *work* the most processor time of its thread between two turns. The rest is waiting for the disk or, on a busy machine, for the processor.`;
const report = [told({ rounds: 1, seconds: 0, mongodb: undefined }), notes, ...tables].join('\n\n');
console.log(report);
if (process.argv.length === 2)
  writeFileSync('bench/results/loop.md', `# What holds the event loop\n\n${report}\n`);
