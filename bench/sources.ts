import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { during } from './during.ts';
import { evaluate, watchLoop } from './held-loop.ts';
import { measure } from './measure.ts';
import { API_KEY, newLead, newLeadWithKey, nextCustomer } from './requests.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { worstMails } from './worst-mails.ts';
import { worstTexts } from './worst-texts.ts';

/**
 * `npm run bench -- sources`: what a lead costs by each door of a source, beside `/v1/lead`, and what the texts cost that
 * are dearest to read. In a file. Prints, and judges nothing.
 */

const [ROUNDS, SECONDS, CONNECTIONS, TRIES] = [3, 1, 64, 5];

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const env = {
  DATA_FILE: join(folder, 'leads.db'),
  API_KEYS: `bench:${API_KEY}`,
  APP_ENV: 'sandbox',
  LOG_LEVEL: 'silent',
  DESK_PORT: '',
  SOURCE_LIMIT_PER_MINUTE: '0',
};

const leads = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['src/bootstrap/leads.ts', ...args, '--by', 'bench'], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

interface Opened {
  readonly source: string;
  readonly secret?: string;
}

const open = (kind: string): Opened =>
  JSON.parse(leads('source', 'add', kind, '--vendor', 'Acme Leads', '--json'));

/** A request to a source, as it goes over the wire. */
function sent({ source, secret }: Opened, type: string, body: string): string {
  const key = secret ? `x-api-key: ${secret}\r\n` : '';
  const head = `POST /in/${source} HTTP/1.1\r\nhost: localhost\r\n${key}content-type: ${type}\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`;
}

const adf = ({ number, email, phone }: Customer): string =>
  `<?xml version="1.0"?><adf><prospect><id sequence="1" source="Acme Leads">X-${number}</id><requestdate>2026-11-20T10:15:00-05:00</requestdate>
<vehicle interest="buy" status="used"><year>2021</year><make>Toyota</make><model>Camry</model><odometer units="mi">30500</odometer></vehicle>
<customer><contact><name part="first">Ann</name><name part="last">Lee</name><email>${email}</email><phone type="voice">${phone}</phone><address><postalcode>94107</postalcode></address></contact><comments>Wants a test drive.
Call after 5 pm.</comments></customer><provider><name>Acme Leads</name></provider></prospect></adf>`;

const fields = ({ number, email, phone }: Customer) => ({
  first_name: 'Ann',
  last_name: 'Lee',
  email,
  phone,
  zip: '94107',
  message: 'Wants a test drive.\nCall after 5 pm.',
  lead_id: `X-${number}`,
  vehicle_year: '2021',
  vehicle_make: 'Toyota',
  vehicle_model: 'Camry',
  vehicle_miles: '30500',
});

const google = ({ number, email, phone }: Customer, key: string | undefined) => ({
  lead_id: `X-${number}`,
  user_column_data: [
    { column_id: 'FULL_NAME', string_value: 'Ann Lee' },
    { column_id: 'EMAIL', string_value: email },
    { column_id: 'PHONE_NUMBER', string_value: phone },
    { column_id: 'POSTAL_CODE', string_value: '94107' },
    { column_name: 'When?', string_value: 'After 5 pm.' },
  ],
  api_version: '1.0',
  form_id: 1,
  campaign_id: 2,
  google_key: key,
  is_test: false,
});

const QUESTIONS = [
  'Your first name',
  'And last name',
  'Your email',
  'Your phone',
  'Your ZIP code',
  'What would you like to know?',
  'Which car do you like?',
  'When may we call you?',
];

function typeform({ number, email, phone }: Customer) {
  const values = ['Ann', 'Lee', email, phone, '94107', 'Wants a test drive.', 'Camry', 'After 5 pm.'];
  const form = QUESTIONS.map((title, at) => ({ id: `f${at}`, ref: `r${at}`, type: 'short_text', title }));
  return {
    event_id: `X-${number}`,
    event_type: 'form_response',
    form_response: {
      form_id: 'F',
      token: `X-${number}`,
      submitted_at: '2026-11-20T10:15:00Z',
      definition: { id: 'F', title: 'Test drive', fields: form },
      answers: values.map((text, at) => ({ type: 'text', text, field: form[at] })),
    },
  };
}

type Customer = ReturnType<typeof nextCustomer>;

leads('vendor', 'add', 'Acme Leads');
const [ofAdf, ofJson, ofForm, ofGoogle] = ['adf', 'json', 'form', 'google'].map(open) as [
  Opened,
  Opened,
  Opened,
  Opened,
];
const asJson = 'application/json';
const doors: Readonly<Record<string, () => string>> = {
  '/v1/lead': () => newLead(),
  '/v1/lead, with an Idempotency-Key': newLeadWithKey,
  ADF: () => sent(ofAdf, 'text/xml', adf(nextCustomer())),
  form: () =>
    sent(ofForm, 'application/x-www-form-urlencoded', `${new URLSearchParams(fields(nextCustomer()))}`),
  'flat JSON': () => sent(ofJson, asJson, JSON.stringify(fields(nextCustomer()))),
  Typeform: () => sent(ofJson, asJson, JSON.stringify(typeform(nextCustomer()))),
  Google: () =>
    sent({ source: ofGoogle.source }, asJson, JSON.stringify(google(nextCustomer(), ofGoogle.secret))),
};

/** Microseconds of the server's CPU for one lead by each door: the median of the rounds. */
async function doorsTable(server: ServerProcess): Promise<string> {
  const spent = new Map(Object.keys(doors).map((name) => [name, [] as number[]]));
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [name, next] of Object.entries(doors)) {
      const work = { connections: CONNECTIONS, seconds: SECONDS, next };
      const { cpu } = await measure(server, undefined, work);
      if (round >= 0) spent.get(name)?.push(cpu); // the first lets the JIT compiler do its work
    }
  const middle = (name: string) => (spent.get(name) ?? []).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const whole = middle('/v1/lead');
  const rows = Object.keys(doors).map(
    (name) => `| ${name} | ${Math.round(middle(name))} | ${(middle(name) / whole).toFixed(2)} |`,
  );
  return ['| a lead by | server CPU µs | of `/v1/lead` |', '|---|--:|--:|', ...rows].join('\n');
}

/** What each text costs, and for how long it holds the server's loop: the least of some tries. */
async function textsTable(server: ServerProcess): Promise<string> {
  const watch = await watchLoop(server);
  const rows: string[] = [];
  const texts = Object.entries(worstTexts()).map(([name, text]) => ({ name, type: 'text/xml', text }));
  const mails = Object.entries(worstMails()).map(([name, text]) => ({ name, type: 'message/rfc822', text }));
  for (const { name, type, text } of [...texts, ...mails]) {
    let [least, holds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await cpuIn(server);
      const { held } = await watch(() =>
        fetch(`${server.url}/in/${ofAdf.source}`, {
          method: 'POST',
          headers: { 'content-type': type, 'x-api-key': ofAdf.secret ?? '' },
          body: type === 'text/xml' ? `${text}<!-- ${tries} -->` : `X-Try: ${tries}\r\n${text}`,
        }),
      );
      holds = Math.min(holds, held);
      least = Math.min(least, (await cpuIn(server)) - before);
    }
    rows.push(`| ${type} | ${name} | ${text.length >> 10} | ${least.toFixed(1)} | ${holds.toFixed(1)} |`);
  }
  return [
    '| sent as | of | KiB | server CPU ms | holds the loop ms |',
    '|---|---|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

const cpuIn = (server: ServerProcess): Promise<number> =>
  evaluate(server, '(({ user, system }) => (user + system) / 1e3)(process.cpuUsage())');

try {
  await during(await startServer('src/bootstrap/server.ts', env), async (server) => {
    console.log(await doorsTable(server));
    console.log(await textsTable(server));
  });
} finally {
  rmSync(folder, { recursive: true });
}
