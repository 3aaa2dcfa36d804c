import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { keys } from '../support/lead-server.ts';
import { bytesOf, contentTypeOf, kindOf } from '../support/source-samples.ts';
import { openService } from './service.ts';

/**
 * `node test/deep/firewalls.ts`: behind web application firewalls with the exclusions of deploy/modsecurity, each request
 * gets the answer that it gets without a firewall; the table says what is refused without them. It needs Go, and Debian's
 * `apache2 libapache2-mod-security2 modsecurity-crs` (installed, not running); what is not there is said and passed over.
 */
const exclusions = resolve('deploy/modsecurity/leads.conf');
await using temporary = await mkdtempDisposable(join(tmpdir(), 'firewalls-'));
chmodSync(temporary.path, 0o777);
const started: ChildProcess[] = [];
type Start = (backend: string, level: number, excluded: boolean) => Promise<string>;

/** ModSecurity as Debian ships it, which refuses. */
const modSecurity: Start = async (backend, level, excluded) => {
  const port = await freePort();
  const folder = join(temporary.path, `${port}`);
  mkdirSync(folder, { mode: 0o777 });
  chmodSync(folder, 0o777);
  const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'unique_id', 'security2'];
  const config = [
    `ServerRoot ${folder}\nServerName localhost\nListen 127.0.0.1:${port}\nPidFile pid\nErrorLog error.log`,
    'User www-data\nGroup www-data',
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    'Include /etc/modsecurity/modsecurity.conf-recommended',
    `SecRuleEngine On\nSecAuditEngine Off\nSecTmpDir ${folder}\nSecDataDir ${folder}`,
    'Include /etc/modsecurity/crs/crs-setup.conf',
    `SecAction "id:900000,phase:1,pass,nolog,t:none,setvar:tx.paranoia_level=${level}"`,
    ...(excluded ? [`Include ${exclusions}`] : []),
    'Include /usr/share/modsecurity-crs/rules/*.conf',
    `ProxyPreserveHost On\nProxyPass / ${backend}/`,
  ];
  writeFileSync(join(folder, 'apache.conf'), config.join('\n'));
  const apache = spawn('/usr/sbin/apache2', ['-DFOREGROUND', '-f', join(folder, 'apache.conf')]);
  started.push(apache);
  apache.stderr.pipe(process.stderr);
  const url = `http://127.0.0.1:${port}`;
  for (let n = 0; !(await fetch(`${url}/healthz`).catch(() => undefined)); n += 1) {
    assert.ok(n < 60, 'Apache does not listen');
    await delay(500);
  }
  return url;
};

const coraza: Start = async (backend, level, excluded) => {
  const program = join(temporary.path, 'coraza');
  if (!existsSync(program)) execFileSync('go', ['build', '-o', program, '.'], { cwd: 'test/deep/firewall' });
  const child = spawn(program, [backend, `${level}`, ...(excluded ? [exclusions] : [])]);
  started.push(child);
  const [line] = await once(child.stdout, 'data');
  return `${line}`.trim();
};

await using service = await openService();
const cookie = await service.cookie('admin');
const token = await service.issue('admin', 'behind firewalls');
const { leadId, contactId } = (await service.call('/leads?limit=1')).json.leads[0];
const sources = Object.fromEntries(
  await Promise.all(
    (['adf', 'google', 'form'] as const).map(async (kind) => {
      const body = { kind, dealType: 'sales' };
      const { json } = await service.call(`/vendors/${service.vendor}/sources`, { method: 'POST', body });
      return [kind, { path: new URL(json.url, service.url).pathname, secret: json.secret, id: json.source }];
    }),
  ),
);

interface Sent {
  readonly group: string;
  readonly to: 'api' | 'desk';
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const json = { 'content-type': 'application/json' };
const apiKey = { 'x-api-key': keys.key };
const lead = { first_name: 'Ada', email: 'ada@example.com', deal_type: 'sales', vendor_name: 'Acme' };
const create = (lead_notes: string, headers: Readonly<Record<string, string>> = {}): Sent => ({
  ...{ group: 'notes', to: 'api', method: 'POST', path: '/v1/lead' },
  headers: { ...apiKey, ...json, ...headers },
  body: JSON.stringify({ ...lead, lead_notes }),
});
const notes = readFileSync('test/deep/notes.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.replaceAll('\\n', '\n'));
assert.equal(notes.length, 60);

const vendors: Sent[] = [
  create('Call.', { 'content-type': 'application/json; charset=utf8' }),
  create('Call.', { 'user-agent': 'python-requests/2.32.3', accept: '*/*' }),
  create('Call.', { 'user-agent': 'libwww-perl/6.68' }),
  create('Call.', { 'x-api-key': 'wrong' }),
  create('Call. '.repeat(7_000)),
  { ...create(''), body: '{' },
  { ...create(''), method: 'GET', path: '/v1/lead/01a1fd1b-477f-74a1-a3dd-b70e720f9f86' },
  { ...create(''), method: 'GET', path: '/v1/openapi.json' },
].map((each) => ({ ...each, group: 'vendors' }));

const posted = (kind: string, type: string, body: string | Uint8Array): Sent => {
  const { path, secret = '' } = sources[kind] ?? {};
  const headers = { 'content-type': type, ...(kind === 'adf' && { 'x-api-key': secret }) };
  return { group: 'sources', to: 'api', method: 'POST', path: `${path}`, headers, body };
};
const samples = readdirSync('test/adapters/inbound/sources/samples').filter(
  (file) => !/\.(md|ts)$/.test(file),
);
const adf = (comments: string, head = '') =>
  `${head}<adf><prospect><vehicle><make>Ford</make></vehicle><customer><contact><name>Ada Byron</name><email>ada@example.com</email></contact><comments>${comments}</comments></customer></prospect></adf>`;
const form = (message: string) =>
  `${new URLSearchParams({ name: 'Ada Byron', email: 'ada@example.com', message })}`;
const fromSources: Sent[] = [
  ...samples.map((file) => {
    const bytes = bytesOf(file);
    const google = kindOf(file) === 'google';
    const body = google
      ? Buffer.from(bytes)
          .toString()
          .replace(/("google_key"\s*:\s*)"[^"]*"/, `$1"${sources.google?.secret}"`)
      : bytes;
    return posted(kindOf(file), contentTypeOf(file), body);
  }),
  ...['text/xml', 'application/xml', 'application/x-adf+xml', 'text/plain', 'message/rfc822'].map((type) =>
    posted('adf', type, adf('Hello,\nCall me please')),
  ),
  posted('adf', 'text/xml', adf('Trucks & vans')),
  posted('adf', 'text/xml', adf('Call.', '<?xml version="1.0" encoding="windows-1252"?>')),
  posted('adf', 'text/xml', adf('Call me. '.repeat(34_000))),
  posted('form', 'application/x-www-form-urlencoded', form('Hello,\nCall me please')),
  posted('form', 'application/x-www-form-urlencoded', form("O'Brien; select any model from the lot")),
  posted(
    'form',
    'multipart/form-data; boundary=XyZ',
    ['name', 'Ada', 'email', 'ada@example.com', 'message', 'Hello\n-----\nCall me']
      .flatMap((each, n, all) =>
        n % 2 ? [`--XyZ\r\nContent-Disposition: form-data; name="${all[n - 1]}"\r\n\r\n${each}\r\n`] : [],
      )
      .join('')
      .concat('--XyZ--\r\n'),
  ),
];

const page = (path: string): Sent => ({
  group: 'desk',
  to: 'desk',
  method: 'GET',
  path,
  headers: { cookie },
});
const submit = (path: string, fields: Readonly<Record<string, string>>): Sent => ({
  ...{ group: 'desk', to: 'desk', method: 'POST', path },
  headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  body: `${new URLSearchParams(fields)}`,
});
const desk: Sent[] = [
  ...[
    '/',
    '/day',
    '/report',
    '/contacts',
    '/audit',
    '/hooks',
    '/vendors',
    `/leads/${leadId}`,
    '/leads.csv',
  ].map(page),
  page('/?q=O%27Brien%3B%20one%20or%20two%20owners&status=open'),
  page('/?q=4x4%20%2F%20tow'),
  page('/contacts?q=Mary%20Ann%20or%20Lee'),
  page('/sign-in/done?code=x&state=y&iss=https%3A%2F%2Flogin.example.com%2Frealms%2Fdesk'),
  page('/sign-in/done?code=x&state=y&scope=openid%20https%3A%2F%2Flogin.example.com%2Fauth%2Femail'),
  submit(`/leads/${leadId}/log`, { kind: 'note', text: 'Spoke with her.\r\nCall back at 5.' }),
  submit(`/leads/${leadId}/log`, { kind: 'note', text: 'See https://www.example.com/car?id=1, < $400/mo' }),
];

const program = (method: string, path: string, body?: object): Sent => ({
  ...{ group: 'JSON', to: 'desk', method, path: `/api${path}` },
  headers: { authorization: `Bearer ${token}`, ...(body && json) },
  ...(body && { body: JSON.stringify(body) }),
});
const programs: Sent[] = [
  program('GET', '/leads?status=unanswered&limit=5'),
  program('GET', '/leads?q=O%27Brien%3B%20one%20or%20two'),
  program('GET', '/contacts?name=Mary%20Ann%20or%20Lee'),
  program('GET', '/report?month=2026-05'),
  program('PATCH', `/contacts/${contactId}`, { lastName: "O'Brien; drop by" }),
  program('POST', `/leads/${leadId}/activities`, { kind: 'note', text: 'Hello,\nCall me; set of 4 tires' }),
  program('DELETE', `/leads/${leadId}/activities/1`),
  program('POST', `/sources/${sources.adf?.id}/try`, { text: adf('Call me') }),
  program('DELETE', '/held/held_0'),
  program('DELETE', '/hooks/hook_0'),
];

const all: Sent[] = [...notes.map((note) => create(note)), ...vendors, ...fromSources, ...desk, ...programs];

/** The status, with the host named and a browser's or program's usual headers. */
async function statusOf(at: string, { to, method, path, headers, body }: Sent): Promise<number> {
  const host = new URL(to === 'api' ? service.url : service.origin).host.replace('127.0.0.1', 'localhost');
  const usual = { host, 'user-agent': 'Mozilla/5.0', accept: '*/*', origin: `http://${host}` };
  const sent = request(`${at}${path}`, { method, headers: { ...usual, ...headers }, agent: false });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  await text(answer);
  return answer.statusCode;
}

async function statusesAt(places: Readonly<Record<Sent['to'], string>>): Promise<number[]> {
  const statuses: number[] = [];
  for (const each of all) statuses.push(await statusOf(places[each.to], each));
  return statuses;
}

const hasApache = existsSync('/usr/share/modsecurity-crs/rules');
if (!hasApache) console.log('Passed over: apache2, libapache2-mod-security2, modsecurity-crs are not there.');
const firewalls = { ...(hasApache && { 'ModSecurity, CRS 3': modSecurity }), 'Coraza, CRS 4': coraza };
const groups = [...new Set(all.map(({ group }) => group))];
const table: Record<string, string | number>[] = [];
try {
  const plain = await statusesAt({ api: service.url, desk: service.origin });
  const count = (of: (index: number) => boolean) =>
    Object.fromEntries(
      groups.map((group) => [group, all.filter((each, n) => each.group === group && of(n)).length]),
    );
  table.push({ firewall: 'requests', ...count(() => true) });
  table.push({ firewall: 'taken without one', ...count((n) => (plain[n] ?? 500) < 400) });
  for (const [name, start] of Object.entries(firewalls))
    for (const level of [1, 2])
      for (const excluded of [false, true]) {
        const [api, at] = await Promise.all(
          [service.url, service.origin].map((each) => start(each, level, excluded)),
        );
        const statuses = await statusesAt({ api: `${api}`, desk: `${at}` });
        const differ = (n: number) => statuses[n] !== plain[n];
        table.push({
          firewall: `${name}, level ${level}${excluded ? ', excluded' : ''}: other answers`,
          ...count(differ),
        });
        if (!excluded) continue;
        const wrong = all.flatMap(({ method, path, headers, body }, n) =>
          differ(n)
            ? [
                [plain[n], statuses[n], method, path, headers?.['content-type'], `${body}`.slice(0, 80)].join(
                  ' ',
                ),
              ]
            : [],
        );
        if (wrong.length > 0) process.exitCode = 1;
        for (const each of wrong) console.log(each);
      }
} finally {
  for (const each of started) each.kill();
}
console.table(table);
