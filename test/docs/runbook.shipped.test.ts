import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Step, sessionOf, withoutChance } from '../support/console-session.ts';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { commandOf, run, startServer } from '../support/processes.ts';

/** In the order in which their sessions go on from one another. */
const pages = ['operate', 'vendors', 'leads', 'webhooks', 'customers'];
const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');
const repository = fileURLToPath(new URL('../..', import.meta.url));
const noJq = !process.env.CI && spawnSync('jq', ['--version']).status !== 0;
const BETWEEN = '-- next --';

/** A step without what differs from one run to the next, and without the width of columns. */
const plain = ({ command, output }: Step): string =>
  `${command}\n${withoutChance(output)}`.replace(/ {2,}/g, '  ');

/** The command line as it is shipped: the pages begin it some sixty times. */
const [program = ''] = await commandOf('leads');

describe.skipIf(noMongodb)('the runbook', () => {
  it('shows a session whose output is the real one, command by command', async () => {
    const steps = pages.flatMap((name) => sessionOf(page(name)));
    expect(steps.length).toBeGreaterThan(15);
    const env = { MONGODB_URI: freshDatabase(), LOG_LEVEL: 'silent' };
    await using server = await startServer(env, 300_000);
    const receiverPort = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'runbook-'));
    try {
      const example = `"${process.execPath}" "${repository}examples/webhook-receiver/receive.ts"`;
      const define = `leads() { "${process.execPath}" ${program} "$@"; }
        receive() { PORT=${receiverPort} exec ${example}; }; cd ${folder}`;
      const script = [define, ...steps.map(({ command }) => command)].join(`\necho '${BETWEEN}'\n`);
      const here = script
        .replaceAll('http://127.0.0.1:3000', server.url)
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${receiverPort}`);
      const { out: said } = await run('bash', ['-c', `{ ${here}\n} 2>&1`], env, '.', 290_000).finished;
      const out = said.replaceAll(`127.0.0.1:${receiverPort}`, '127.0.0.1:4000');

      const printed = out.split(`${BETWEEN}\n`).slice(1);
      const session = steps.map(({ command }, n) => ({ command, output: (printed[n] ?? '').trim() }));
      const me = new RegExp(`\\b${userInfo().username}\\b`, 'g');
      expect(steps.map(plain)).toEqual(session.map(plain).map((step) => step.replace(me, 'grace')));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 300_000);

  it.skipIf(noJq)(
    'names a script that hands on every lead, even if reading one fails the first time',
    async () => {
      const script = readFileSync('examples/hand-on/hand-on.sh', 'utf8');
      const env = { MONGODB_URI: freshDatabase(), LOG_LEVEL: 'silent', API_KEYS: 'acme:key' };
      await using server = await startServer(env);
      const sent = [];
      for (const first_name of ['Ada', 'Ben', 'Cat']) {
        const body = JSON.stringify({ ...validLead, first_name, email: `${first_name}@example.com` });
        const answer = await fetch(`${server.url}/v1/lead`, {
          method: 'POST',
          headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
          body,
        });
        sent.push(JSON.parse(await answer.text()).body.leadId);
      }
      const folder = mkdtempSync(join(tmpdir(), 'hand-on-'));
      /** `trouble`: a command that fails in front of every `leads`, or of every hand-over. */
      const handOn = async (trouble: { leads?: string; handOver?: string }) => {
        const define = `cd ${folder}
        leads() { ${trouble.leads ?? 'true'} || return
          "${process.execPath}" ${program} "$@"; }
        hand-it-on() { id=$(jq -r .leadId); ${trouble.handOver ?? 'true'} && echo "$id" >> received; }`;
        const { code } = await run('bash', ['-c', `${define}\n${script}`], env).finished;
        return { code, received: new Set(readFileSync(received, 'utf8').split('\n').filter(Boolean)) };
      };
      const received = join(folder, 'received');
      writeFileSync(received, '');
      try {
        expect(await handOn({ leads: '[ "$2" != show ]' })).toEqual({ code: 1, received: new Set() });
        expect(await handOn({ handOver: `[ "$id" != ${sent[1]} ]` })).toEqual({
          code: 1,
          received: new Set([sent[0]]),
        });
        expect(await handOn({})).toEqual({ code: 0, received: new Set(sent) });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
});
