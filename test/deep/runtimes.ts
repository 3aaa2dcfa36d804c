import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { hasEnded } from '../support/processes.ts';
import { answerOf, KEY, requests } from './runtimes/requests.ts';

/**
 * `node test/deep/runtimes.ts`, after a build: 39 requests to the handler of docs/library.md on each runtime that takes one,
 * to the Koa listener in Google's functions-framework, and to the server on Bun and Deno. Prints what is different from
 * Koa on Node, and fails if that is not what is known.
 */

const packages = [
  ...['bun@1.4.5', 'deno@2.9.6', 'hono@4.13.19', '@hono/node-server@2.1.9', 'srvx@1.0.8', 'koa@3.3.0'],
  ...['@whatwg-node/server@0.13.0', 'workerd@1.20261117.1', '@google-cloud/functions-framework@5.0.5'],
];

const handler = /```ts\n((?:(?!```).)*export async function fetchHandler.*?\n}\n)/s.exec(
  readFileSync('docs/library.md', 'utf8'),
)?.[1];
if (!handler) throw new Error('docs/library.md has no fetchHandler');

const folder = mkdtempSync(join(tmpdir(), 'runtimes-'));
const bin = (name: string) => join(folder, 'node_modules/.bin', name);
const port = 'Number(process.env.PORT)';
const importing = "import { fetchHandler as fetch } from './handler.ts';";
const koa = `import { createLeadService } from 'partner-lead-service';
  import { InMemoryCrm, StaticKeys } from 'partner-lead-service/in-memory';
  import { createHttpApi, makeLeadApp, serve } from 'partner-lead-service/koa';
  const api = createHttpApi(createLeadService({ crm: new InMemoryCrm(), keys: StaticKeys.parse('acme:${KEY}') }));`;

const files: Readonly<Record<string, string>> = {
  'package.json': `{ "type": "module", "private": true, "main": "framework.js",
    "allowScripts": { "bun": true, "workerd": true, "deno": true, "esbuild": false, "protobufjs": false } }`,
  'handler.ts': handler,
  'koa.ts': `${koa}\nawait serve(makeLeadApp(api), { api, port: ${port} });`,
  'framework.js': `${koa}\nimport { http } from '@google-cloud/functions-framework';\nhttp('leads', makeLeadApp(api).callback());`,
  'bun.ts': `${importing}\nBun.serve({ fetch, port: ${port}, hostname: '127.0.0.1' });`,
  'deno.ts': `${importing}\nimport process from 'node:process';\nDeno.serve({ port: ${port}, hostname: '127.0.0.1' }, fetch);`,
  'hono.ts': `${importing}\nimport { serve } from '@hono/node-server';\nserve({ fetch, port: ${port}, hostname: '127.0.0.1' });`,
  'srvx.ts': `${importing}\nimport { serve } from 'srvx';\nserve({ fetch, port: ${port}, hostname: '127.0.0.1' });`,
  'whatwg.ts': `${importing}\nimport { createServerAdapter } from '@whatwg-node/server';\nimport { createServer } from 'node:http';
    createServer({ requireHostHeader: false }, createServerAdapter(fetch)).listen(${port}, '127.0.0.1');`,
  'worker.ts': `${importing}\nexport default { fetch };`,
};

const confined = ['run', '--allow-all', '--node-modules-dir=manual'];
/**
 * How each is started, and the requests that it answers otherwise than Koa, with the status: some resolve dots in a path
 * themselves, one loses a second header line, others refuse before the handler.
 */
const runtimes: Readonly<Record<string, { command: string[]; differs: Readonly<Record<string, string>> }>> = {
  'Koa on Node': { command: [process.execPath, 'koa.ts'], differs: {} },
  Deno: { command: [bin('deno'), ...confined, 'deno.ts'], differs: {} },
  Bun: { command: [bin('bun'), 'bun.ts'], differs: { 'two dots': '200' } },
  hono: { command: [process.execPath, 'hono.ts'], differs: { 'two dots': '200' } },
  srvx: { command: [process.execPath, 'srvx.ts'], differs: { 'two dots': '200' } },
  whatwg: { command: [process.execPath, 'whatwg.ts'], differs: { 'two types': '200' } },
  workerd: {
    command: [bin('workerd'), 'serve', 'worker.capnp'],
    differs: { 'HTTP/1.0 without Host': '400' },
  },
  'functions-framework': {
    command: [bin('functions-framework'), '--target=leads'],
    differs: { 'no JSON': '400', gzip: '400', 'a broken escape': '400' },
  },
  'server on Bun': { command: [bin('bun'), 'leads.mjs'], differs: {} },
  'server on Deno': { command: [bin('deno'), ...confined, 'leads.mjs'], differs: {} },
};

function install(): void {
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const options = ['--save-exact', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, join(folder, filename), ...packages], {
    cwd: folder,
    stdio: 'inherit',
  });
  cpSync('dist/leads.mjs', join(folder, 'leads.mjs'));
  const bundling = ['--bundle', '--platform=node', '--format=esm', '--outfile=worker.js'];
  execFileSync(join(process.cwd(), 'node_modules/.bin/esbuild'), ['worker.ts', ...bundling], { cwd: folder });
}

/** workerd takes no port from its environment. */
const workerOn = (given: number): string => `using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [(name = "main", worker = .leads)],
    sockets = [(name = "http", address = "127.0.0.1:${given}", http = (), service = "main")]
  );
  const leads :Workerd.Worker = (
    modules = [(name = "worker", esModule = embed "worker.js")],
    compatibilityDate = "2026-11-01"
  );`;

async function answersOf([program = '', ...args]: string[]): Promise<Record<string, string>> {
  const given = await freePort();
  writeFileSync(join(folder, 'worker.capnp'), workerOn(given));
  const settings = { DATA_FILE: 'memory', DESK_PORT: '0', LOG_LEVEL: 'error', API_KEYS: `acme:${KEY}` };
  const { PATH, HOME } = process.env;
  const env = { PATH: `${join(process.execPath, '..')}:${PATH}`, HOME, PORT: `${given}`, ...settings };
  const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore' });
  try {
    await ready(given, child);
    const sent = await fetch(`http://127.0.0.1:${given}/v1/lead`, {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
      body: requests('')['a lead']?.body?.toString() ?? null,
    });
    const { body } = (await sent.json()) as { body: { leadId: string } };
    const answers: Record<string, string> = {};
    for (const [name, each] of Object.entries(requests(body.leadId)))
      answers[name] = await answerOf(given, each);
    return answers;
  } finally {
    child.kill('SIGKILL');
  }
}

async function ready(given: number, child: ChildProcess): Promise<void> {
  const health = { head: ['GET /healthz HTTP/1.1', 'Host: x'] };
  for (const until = Date.now() + 30_000; (await answerOf(given, health)) !== '200'; await delay(200))
    if (hasEnded(child) || Date.now() > until) throw new Error(`${child.spawnargs.join(' ')} does not serve`);
}

try {
  install();
  const found = new Map<string, Record<string, string>>();
  for (const [name, { command }] of Object.entries(runtimes)) found.set(name, await answersOf(command));
  const expected = found.get('Koa on Node') ?? {};
  const names = Object.keys(expected);
  console.log(`| of ${names.length} requests | as Koa | otherwise (Koa) |\n|---|--:|---|`);
  for (const [runtime, answers] of found) {
    const others = names.filter((name) => answers[name] !== expected[name]);
    const told = others.map((name) => `${name}: ${answers[name]} (${expected[name]})`);
    console.log(`| ${runtime} | ${names.length - others.length} | ${told.join('; ')} |`);
    const known = runtimes[runtime]?.differs ?? {};
    const isKnown = (name: string) => (answers[name] ?? '').split(' ', 1)[0] === known[name];
    if (!others.every(isKnown) || Object.keys(known).some((name) => !others.includes(name))) {
      console.error(`${runtime}: not what is known`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
