import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cache, run } from '../support/cache.ts';
import { freePort } from '../support/free-port.ts';
import { keys } from '../support/lead-server.ts';
import { pythonTool } from './python-tool.ts';
import { openService } from './service.ts';

/**
 * `node test/deep/readers.ts`: programs that read our descriptions get what examples/README.md promises: a mock (Prism),
 * collections of requests (Postman's converter with Newman, Bruno), and tools for assistants (FastMCP, and the example).
 */
const packages = [
  '@stoplight/prism-cli@5.14.2',
  'openapi-to-postmanv2@6.3.3',
  'newman@6.2.2',
  '@usebruno/cli@4.1.0',
  '@ivotoby/openapi-mcp-server@1.16.1',
];
const home = join(cache, 'readers');
if (!existsSync(join(home, 'complete'))) {
  mkdirSync(home, { recursive: true });
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, ...packages]);
  writeFileSync(join(home, 'complete'), '');
}
const bin = (program: string) => join(home, 'node_modules/.bin', program);
const execute = promisify(execFile);
const table: { program: string; of: string; calls: number; answers: string }[] = [];
const tell = (program: string, of: string, statuses: readonly number[]) => {
  const counts = Object.entries(Object.groupBy(statuses, (status) => status));
  const answers = counts.map(([status, all = []]) => `${all.length} × ${status}`).join(', ');
  table.push({ program, of, calls: statuses.length, answers });
};

await using service = await openService();
await using temporary = await mkdtempDisposable(join(tmpdir(), 'readers-'));
const file = (name: string) => join(temporary.path, name);
const [vendors, operators] = ['openapi', 'operators-openapi'].map((name) => resolve(`docs/${name}.json`));
assert.ok(vendors && operators);
const token = await service.issue('admin', 'reader of descriptions');
const lead = {
  first_name: 'Ada',
  email: 'ada@example.com',
  deal_type: 'sales',
  vendor_name: 'Acme',
  lead_notes: 'Call.',
};
const leadId = '01a1fd1b-477f-74a1-a3dd-b70e720f9f86';

type Call = readonly [path: string, body: object | undefined, status: number, told: RegExp];

/** Asks a mock of a description. */
async function mocked(
  description: string,
  headers: Readonly<Record<string, string>>,
  calls: readonly Call[],
) {
  const port = await freePort();
  const mock = spawn(bin('prism'), ['mock', '-p', `${port}`, description], { stdio: 'ignore' });
  try {
    for (let n = 0; !(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)); n += 1) {
      assert.ok(n < 120, 'Prism does not listen');
      await delay(500);
    }
    for (const [path, body, status, told] of calls) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      assert.deepEqual([path, body, answer.status], [path, body, status], text);
      assert.match(text, told);
    }
  } finally {
    mock.kill();
  }
  tell(
    'Prism 5.14.2',
    description,
    calls.map(([, , status]) => status),
  );
}

// The command of examples/README.md.
const whole = JSON.parse(readFileSync(vendors, 'utf8'));
const { '422': _, ...responses } = whole.paths['/lead'].post.responses;
whole.paths['/lead'].post.responses = responses;
writeFileSync(file('mock.json'), JSON.stringify(whole));
const key = { 'x-api-key': 'any' };
await mocked(vendors, key, [['/lead', { ...lead, phone: '555' }, 422, /reused/]]); // why 422 is left out
await mocked(file('mock.json'), key, [
  ['/lead', lead, 200, /"leadId":"01a1fd1b/],
  ['/lead', { ...lead, phone: '+1 555 010 2030' }, 200, /leadId/],
  ['/lead', { ...lead, phone: '555' }, 400, /"statusCode":400/],
  ['/lead', { ...lead, email: 'ada' }, 400, /"statusCode":400/],
  ['/lead', { ...lead, deal_type: 'sale' }, 400, /"statusCode":400/],
  ['/lead', { ...lead, lead_notes: undefined }, 400, /"statusCode":400/],
  [`/lead/${leadId}`, undefined, 200, /"status":"In Progress"/],
]);
const bearer = { authorization: 'Bearer any' };
await mocked(operators, bearer, [
  ['/leads?status=unanswered', undefined, 200, /"firstName":"Ada"/],
  [`/leads/${leadId}/move`, { status: 'Quoted' }, 200, /"changed":false/],
  ['/vendors', undefined, 200, /"name":"Blue Motors"/],
  ['/vendors', { name: 'Blue Motors' }, 201, /"vendor":"ven_/],
  ['/report?month=2026-05', undefined, 200, /"received":1/],
]);

/** The answers of the service to a collection of Postman's, as examples/README.md says how to import. */
async function postman(description: string, variables: Readonly<Record<string, string>>) {
  const options = 'parametersResolution=Example,enableOptionalParameters=false';
  await execute(bin('openapi2postmanv2'), ['-s', description, '-o', file('postman.json'), '-O', options]);
  const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const report = ['-r', 'json', '--reporter-json-export', file('newman.json')];
  await execute(bin('newman'), ['run', file('postman.json'), ...given, ...report]);
  const { executions, failures } = JSON.parse(readFileSync(file('newman.json'), 'utf8')).run;
  assert.deepEqual(failures, []);
  return executions.map(({ item, response }: { item: { name: string }; response: { code: number } }) => {
    return { name: item.name, status: response.code };
  });
}

/** The same with Bruno, of the description for clients. */
async function bruno(description: string, server: string, variables: Readonly<Record<string, string>>) {
  const folder = file(`bruno-${server.length}`);
  mkdirSync(folder);
  await execute(bin('bru'), ['import', 'openapi', '-s', description, '-o', folder, '-n', 'leads']);
  const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const report = ['--reporter-json', file('bruno.json')];
  await execute(bin('bru'), ['run', '-r', '--env', server, ...given, ...report], {
    cwd: join(folder, 'leads'),
  });
  const [{ results }] = JSON.parse(readFileSync(file('bruno.json'), 'utf8'));
  return results.map(({ test, response }: { test: { filename: string }; response: { status: number } }) => {
    return { name: test.filename, status: response.status };
  });
}

type Called = readonly { readonly name: string; readonly status: number }[];

/**
 * Nothing is wrong with a request as imported: what it names may not be there, two need one of their fields, and the
 * host of a webhook does not exist.
 */
function areRight(called: Called, calls: number): void {
  assert.equal(called.length, calls);
  const wrong = called.filter(({ status }) => [400, 401, 415, 500].includes(status)).map(({ name }) => name);
  assert.ok(
    wrong.every((name) => /Find contacts|Erase what is held|Add a webhook/.test(name)),
    wrong.join(', '),
  );
}

const clients = (path: string) => path.replace('.json', '-clients.json');
const ofVendor = { baseUrl: `${service.url}/v1`, apiKey: keys.key };
const ofOperator = { baseUrl: `${service.origin}/api`, bearerToken: token, token };
for (const [program, of, called, calls] of [
  ['Postman, Newman 6.2.2', 'vendors', await postman(vendors, ofVendor), 2],
  ['Postman, Newman 6.2.2', 'operators', await postman(operators, ofOperator), 48],
  ['Bruno 4.1.0', 'vendors', await bruno(clients(vendors), 'This server', ofVendor), 2],
  ['Bruno 4.1.0', 'operators', await bruno(clients(operators), 'This desk', ofOperator), 48],
] as const) {
  areRight(called, calls);
  tell(
    program,
    of,
    called.map(({ status }: Called[number]) => status),
  );
}

const settings = JSON.parse(readFileSync('examples/assistant/mcp.json', 'utf8'));
const { leads } = settings.mcpServers;
assert.ok(packages.includes(leads.args[1]), 'The example names another version than the one that is tried.');
Object.assign(leads, { command: bin('openapi-mcp-server'), args: leads.args.slice(2) });
leads.env = JSON.parse(
  JSON.stringify(leads.env)
    .replaceAll('http://127.0.0.1:3001', service.origin)
    .replace('lead_operator_…', await service.issue('viewer', 'assistant')),
);
writeFileSync(file('mcp.json'), JSON.stringify(settings));
const { stdout } = await execute(process.execPath, ['examples/assistant/who-waits.ts', file('mcp.json')]);
assert.match(stdout, /^Ada waits longest: 300 minutes\./);
table.push({
  program: 'openapi-mcp-server 1.16.1',
  of: 'examples/assistant',
  calls: 1,
  answers: stdout.trim(),
});

const python = join(pythonTool('fastmcp', '4.2.3'), 'python');
const calls = await execute(python, [
  join(import.meta.dirname, 'fastmcp_calls.py'),
  `${service.origin}/api`,
  token,
  service.vendor,
]);
for (const line of calls.stdout.trim().split('\n')) {
  const [name, wanted, got] = JSON.parse(line);
  assert.deepEqual([name, got], [name, wanted]);
}
table.push({
  program: 'FastMCP 4.2.3',
  of: 'operators',
  calls: calls.stdout.trim().split('\n').length,
  answers: 'as wanted',
});

console.table(table);
