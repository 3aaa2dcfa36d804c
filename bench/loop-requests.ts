import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FORM_LIMIT } from '../src/adapters/inbound/http/http-error.ts';
import { DAY_MS } from '../src/operators/domain/day.ts';
import { people } from './desk-deals.ts';
import { API_KEY, nextCustomer } from './requests.ts';
import { worstMails } from './worst-mails.ts';
import { worstTexts } from './worst-texts.ts';

/** The leads of a customer who has many, of one whose notes are long, and of each who is erased, merged or mended. */
const [MANY, LONG, SOME] = [2_000, 1_000, 500];
/** The most rows of a sheet, and the most activities of a lead. */
const [ROWS, ACTIVITIES] = [10_000, 1_000];
/** The leads that a list of the desk can have ticked, with a form of a thousand fields at most. */
const TICKED = 490;

export interface Request extends Omit<RequestInit, 'headers'> {
  readonly address: string;
  readonly headers?: Record<string, string>;
}

/** Makes the request for one try, which is not measured; nothing if it has a cost but once. */
type Next = (tried: number) => Request | undefined | Promise<Request>;

type Fields = readonly (readonly [name: string, value: string])[];

/**
 * The heaviest requests, by a name for people: the desk's pages, sheets and forms, JSON for programs, and sources. Fills the
 * store with what they need; of what only one try can change there is one for each.
 */
export async function heavyRequests(
  vendors: string,
  env: Readonly<Record<string, string>>,
  tries: number,
): Promise<Readonly<Record<string, Next>>> {
  const desk = `http://127.0.0.1:${env.DESK_PORT}`;
  const leads = (...args: readonly string[]): string =>
    execFileSync(process.execPath, ['src/bootstrap/leads.ts', ...args], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });

  const me = people[0]?.name ?? ''; // who has most leads
  const link = leads('desk', 'link', '--role', 'admin', '--by', me).trim().split('\n').at(-1) ?? '';
  const opened = await fetch(link, { method: 'POST', headers: { origin: desk }, redirect: 'manual' });
  const cookie = opened.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const { token } = JSON.parse(
    leads('token', 'issue', 'Bench', '--role', 'admin', '--json', '--by', 'bench'),
  );

  const page =
    (path: string): Next =>
    () => ({ address: desk + path, headers: { cookie } });
  const posted = (path: string, fields: Fields): Request => ({
    address: desk + path,
    method: 'POST',
    headers: { cookie, origin: desk },
    body: new URLSearchParams(fields.map(([...field]) => field)),
  });
  const called = (path: string, body?: object, method = body ? 'POST' : 'GET'): Request => ({
    address: `${desk}/api${path}`,
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json =
    (path: string): Next =>
    () =>
      called(path);
  const submitted = (lead: object): Request => ({
    address: `${vendors}/v1/lead`,
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Ann',
      zip: '94107',
      deal_type: 'Sales',
      vendor_name: 'Acme',
      ...lead,
    }),
  });
  const sentTo = (source: Source, type: string, body: string): Request => ({
    address: `${vendors}/in/${source.source}`,
    method: 'POST',
    headers: { 'x-api-key': source.secret ?? '', 'content-type': type },
    body,
  });

  const source = async (kind: string): Promise<Source> => ask(called(`/vendors/${vendor}/sources`, { kind }));
  const { vendor } = await ask<{ vendor: string }>(called('/vendors', { name: 'Acme' }));
  const [ofAdf, ofJson, ofForm, ofGoogle] = [
    await source('adf'),
    await source('json'),
    await source('form'),
    await source('google'),
  ];
  const receiver = createServer((_, response) => void response.writeHead(204).end()).unref();
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const { hook } = await ask<{ hook: string }>(
    called('/hooks', { url: `http://127.0.0.1:${port}/`, operator: true }),
  );

  /** Sends leads of one customer. Resolves to the ids of the first lead and of the contact. */
  async function customerWith(count: number, notes = 'Wants a test drive.\nCall after 5 pm.') {
    const { number, email, phone } = nextCustomer();
    const lead = { last_name: `Lee ${number}`, email: `x${email}`, phone, lead_notes: notes };
    const { body } = await ask<{ body: { leadId: string } }>(submitted(lead));
    await inTurns(count - 1, () => submitted(lead));
    const { contactId } = await ask<{ contactId: string }>(called(`/leads/${body.leadId}`));
    return { lead: body.leadId, contact: contactId, words: `Lee+${number}` };
  }

  const many = await customerWith(MANY);
  const long = await customerWith(LONG, 'word '.repeat(1_999));
  const mended = await customerWith(SOME);
  const contacts: string[] = [];
  while (contacts.length < 3 * tries) contacts.push((await customerWith(SOME)).contact);
  const text = 'They said: '.repeat(180);
  await inTurns(ACTIVITIES - 1, () => called(`/leads/${many.lead}/activities`, { kind: 'note', text }));
  await inTurns(1_000, (n) => sentTo(ofAdf, 'text/plain', `${n} ${text}`)); // held: nobody can read a lead in it

  const ids: string[] = [];
  for (let cursor = ''; ids.length < ROWS; ) {
    const found = await ask<{ leads: { leadId: string }[]; next: string }>(
      called(`/leads?limit=1000&newest=true&cursor=${encodeURIComponent(cursor)}`),
    );
    ids.push(...found.leads.map(({ leadId }) => leadId));
    cursor = found.next;
  }
  const ticked = (from: number) => ids.slice(from, from + TICKED).map((id) => ['lead', id] as const);
  const statuses = ['Quoted', 'Evaluation Scheduled'] as const;
  const statusIn = (tried: number) => statuses[tried % 2] ?? statuses[0];
  const sheet = (line: (id: string, at: number) => string): Fields => [
    ['rows', ids.slice(0, ROWS).map(line).join('\n')],
  ];
  const sheetOf =
    (...args: Parameters<typeof sheet>): Next =>
    () =>
      posted('/leads/move', sheet(...args));
  /** The form of a question, which was asked by a page or after another form. */
  const answered = async (question: Request, path: string, fields: Fields = []): Promise<Request> => {
    const answer = await fetch(question.address, { ...question });
    const [, plan = ''] = /name="plan" value="([^"]+)"/.exec(await answer.text()) ?? [];
    return posted(path, [...fields, ['plan', plan]]);
  };
  const confirmed = (path: string) => answered({ address: desk + path, headers: { cookie } }, path);

  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const [year, threeYears] = [365, 1_100].map((days) => `since=${day(days)}&until=${day(0)}`);
  const midst = `before=newest:${Date.now() - 500 * DAY_MS}_.`;
  const ofSources = Object.entries({ 'text/xml': worstTexts(), 'message/rfc822': worstMails() }).flatMap(
    ([type, bodies]) =>
      Object.entries(bodies).map(([name, body]): [string, Next] => [
        `a source: ${type} of ${name}`,
        (tried) =>
          sentTo(ofAdf, type, type === 'text/xml' ? `${body}<!--${tried}-->` : `X-Try: ${tried}\r\n${body}`),
      ]),
  );
  const longForm = `first_name=Ada&last_name=B&email=ada@example.com&message=${'word+'.repeat(FORM_LIMIT / 6)}`;
  const flat = (more: object) =>
    JSON.stringify({ first_name: 'Ada', last_name: 'B', email: 'ada@example.com', ...more });
  const google = (tried: number) => ({
    google_key: ofGoogle.secret,
    lead_id: `G-${tried}`,
    user_column_data: Array.from({ length: 300 }, (_, n) => ({
      column_id: `Q${n}`,
      string_value: `Ada ${n}`,
    })),
  });

  return {
    'My day': page('/day'),
    'the inbox': page('/'),
    'the inbox: open leads': page('/?status=open'),
    'the inbox: unanswered leads': page('/?status=unanswered'),
    'the inbox: changed last': page('/?order=changed'),
    'the inbox: a page in its midst': page(`/?${midst}`),
    'the inbox: one letter': page('/?q=s'),
    'the inbox: a name of two words': page('/?q=jennifer+garcia'),
    'the inbox: a vehicle': page('/?q=2021+toyota+camry'),
    'the inbox: a type that nobody sends': page('/?type=commercial'),
    'the inbox: of a customer with many leads': page(`/?contact=${many.contact}`),
    'the inbox: of leads with long notes': page(`/?q=${long.words}`),
    'what is new since yesterday': page(`/new-leads?opened=${Date.now() - DAY_MS}`),
    'a lead with all activities, of a customer with many leads': page(`/leads/${many.lead}`),
    'a contact with many leads': page(`/contacts/${many.contact}`),
    'a contact with many leads, to be merged': page(`/contacts/${many.contact}/merge?with=${long.contact}`),
    'a contact with many leads, to be erased': page(`/contacts/${many.contact}/erase`),
    'all that is kept of a customer with many leads': page(`/contacts/${many.contact}/export`),
    'contacts of one letter': page('/contacts?q=s'),
    'the report of a year': page(`/report?${year}`),
    'the report of three years': page(`/report?${threeYears}`),
    'the report of three years, as a sheet': page(`/report.csv?${threeYears}`),
    'what a person did in a year': page(`/work?by=${encodeURIComponent(me)}&days=365`),
    'the audit log': page('/audit'),
    vendors: page('/vendors'),
    'a vendor with its sources': page(`/vendors/${vendor}`),
    people: page('/people'),
    programs: page('/people/programs'),
    webhooks: page('/hooks'),
    'a webhook': page(`/hooks/${hook}`),
    'held leads': page('/held'),
    'all leads, as a sheet': page('/leads.csv'),
    'leads with long notes, as a sheet': page(`/leads.csv?contact=${long.contact}`),
    'JSON: 1,000 leads': json('/leads?limit=1000&newest=true'),
    'JSON: 1,000 leads with long notes': json(`/leads?limit=1000&contact=${long.contact}`),
    'JSON: 1,000 leads of a make': json('/leads?limit=1000&q=toyota'),
    'JSON: 1,000 changes': json('/changes?limit=1000'),
    'JSON: 1,000 contacts': json('/contacts?limit=1000&name=s'),
    'JSON: 1,000 entries of the audit log': json('/audit?limit=1000'),
    'JSON: 1,000 held leads': json('/held?limit=1000'),
    'JSON: 1,000 deliveries of a webhook': json(`/hooks/${hook}/log?limit=1000`),
    'JSON: a lead with all activities': json(`/leads/${many.lead}`),
    'JSON: all that is kept of a customer with many leads': json(`/contacts/${many.contact}/export`),
    'JSON: the report of three years': json(`/report?${threeYears}`),
    'JSON: the description, at first': (tried) => (tried === 0 ? called('/openapi.json') : undefined),
    'JSON: 500 leads moved': (tried) =>
      called('/leads/move', {
        moves: ids.slice(0, 500).map((id) => ({ id, status: statusIn(tried), reason: text.slice(0, 500) })),
      }),
    'JSON: the leads of a customer with some, mended': (tried) =>
      called(
        `/contacts/${mended.contact}`,
        { lastName: `Leigh${tried}`, email: `leigh${tried}@example.com` },
        'PATCH',
      ),
    'JSON: a webhook, delivered again': () =>
      called(`/hooks/${hook}/replay`, { since: new Date(Date.now() - DAY_MS).toISOString() }),
    'ticked leads, moved': (tried) =>
      posted('/leads/change', [...ticked(1_000), ['move', statusIn(tried)], ['reason', text.slice(0, 500)]]),
    'ticked leads, given': (tried) =>
      posted('/leads/change', [...ticked(2_000), ['assign', tried % 2 ? 'nobody' : 'me']]),
    'ticked leads, to be lost': () => posted('/leads/change', [...ticked(3_000), ['move', 'Lost']]),
    'a sheet of 10,000 rows, asked': sheetOf((id, at) => `${id},${statusIn(at)},because`),
    'a sheet of 10,000 rows, moved': (tried) => {
      const rows = sheet((id) => `${id},${statusIn(tried)},because`);
      return answered(posted('/leads/move', rows), '/leads/move', rows);
    },
    'a sheet of 10,000 rows, with ids of nobody': sheetOf((id) => `x${id},Quoted`),
    'a sheet of 10,000 rows, with no status': sheetOf((id) => `${id},Nothing,"a ""reason"""`),
    'a sheet of cells': () => posted('/leads/move', [['rows', 'a,'.repeat(240_000)]]),
    'a sheet of quotation marks': () => posted('/leads/move', [['rows', '"'.repeat(300_000)]]),
    'a customer with some leads, merged with another': (tried) =>
      confirmed(`/contacts/${contacts[tried]}/merge?with=${contacts[tries + tried]}`),
    'a customer with some leads, erased': (tried) =>
      confirmed(`/contacts/${contacts[2 * tries + tried]}/erase`),
    '/v1/lead with the longest notes': () =>
      submitted({ last_name: 'Lee', ...reach(), lead_notes: 'word '.repeat(1_999) }),
    'a source: a form with a long text': () => sentTo(ofForm, 'application/x-www-form-urlencoded', longForm),
    'a source: JSON with a long text': () =>
      sentTo(ofJson, 'application/json', flat({ message: 'word '.repeat(127_000) })),
    'a source: JSON with many values': () =>
      sentTo(
        ofJson,
        'application/json',
        flat({ answers: Array.from({ length: 900 }, (_, n) => `value ${n}`) }),
      ),
    'a source: Google with many columns': (tried) =>
      sentTo(ofGoogle, 'application/json', JSON.stringify(google(tried))),
    ...Object.fromEntries(ofSources),
  };
}

interface Source {
  readonly source: string;
  readonly secret?: string;
}

function reach() {
  const { email, phone } = nextCustomer();
  return { email, phone };
}

async function ask<T>({ address, ...request }: Request): Promise<T> {
  const answer = await fetch(address, request);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

/** Sends requests, twenty at once. */
async function inTurns(count: number, request: (n: number) => Request): Promise<void> {
  for (let done = 0; done < count; done += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - done) }, (_, n) => ask(request(done + n))));
}
