import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Step, sessionOf, withoutChance } from '../support/console-session.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { run, startServer } from '../support/processes.ts';

const page = new URL('../../docs/operate.md', import.meta.url);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const BETWEEN = '-- next --';

/** What differs from one run to the next is left out, and how wide the columns are. */
const plain = ({ command, output }: Step): string =>
  `${command}\n${withoutChance(output)}`.replace(/ {2,}/g, '  ');

describe.skipIf(noMongodb)('the runbook', () => {
  it('shows a session that is true, command by command', async () => {
    const steps = sessionOf(readFileSync(page, 'utf8'));
    expect(steps.length).toBeGreaterThan(15);
    const env = { MONGODB_URI: freshDatabase(), LOG_LEVEL: 'silent' };
    await using server = await startServer(env);
    const folder = mkdtempSync(join(tmpdir(), 'runbook-'));
    try {
      const define = `leads() { ( cd "${repository}" && "${process.execPath}" src/bootstrap/leads.ts "$@" ); }; cd ${folder}`;
      const script = [define, ...steps.map(({ command }) => command)].join(`\necho '${BETWEEN}'\n`);
      const here = script.replaceAll('http://127.0.0.1:3000', server.url);
      const { out } = await run('bash', ['-c', `{ ${here}\n} 2>&1`], env).finished;

      const printed = out.split(`${BETWEEN}\n`).slice(1);
      const session = steps.map(({ command }, n) => ({ command, output: (printed[n] ?? '').trim() }));
      const me = new RegExp(`\\b${userInfo().username}\\b`, 'g');
      expect(steps.map(plain)).toEqual(session.map(plain).map((step) => step.replace(me, 'grace')));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);
});
