/**
 * Takes leads of Meta's lead ads (Facebook, Instagram) and posts each to `/v1/lead`. Meta posts an id alone: the lead is
 * fetched from its Graph API. Meta is answered 200 once a lead is kept, and anything else makes it post again. With nothing
 * to install:
 *
 *     META_APP_SECRET=… META_VERIFY_TOKEN=… META_PAGE_TOKEN=… LEADS_URL=https://…/v1 LEADS_API_KEY=… node receive.ts
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

const { META_APP_SECRET = '', META_VERIFY_TOKEN = '', META_PAGE_TOKEN = '', PORT = '4010' } = process.env;
const {
  LEADS_URL = '',
  LEADS_API_KEY = '',
  DEAL_TYPE = 'sales',
  VENDOR_NAME = 'Meta lead ads',
} = process.env;
const { GRAPH_URL = 'https://graph.facebook.com/v25.0' } = process.env;

const MOST_BYTES = 1_000_000;
const TIMEOUT = 10_000;

/** A lead as the Graph API tells it: the names are those of the form's questions. */
interface MetaLead {
  readonly id: string;
  readonly form_id?: string;
  readonly ad_id?: string;
  readonly field_data: readonly { readonly name: string; readonly values: readonly string[] }[];
}

const fields: Readonly<Record<string, string>> = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  work_email: 'email',
  phone_number: 'phone',
  phone: 'phone',
  zip_code: 'zip',
  post_code: 'zip',
};

/** Of Meta's own test leads, each field says so: it is no phone, and would be refused as one. */
const isTestText = (text: string): boolean => text.startsWith('<test lead');

function leadOf({ id, field_data: sent, ...facts }: MetaLead): object {
  const lead: Record<string, string> = {};
  const notes: string[] = [];
  for (const { name, values } of sent) {
    const known = name.toLowerCase();
    const value = values.join(', ').trim();
    const field = fields[known];
    if (value === '') continue;
    if (known === 'full_name') {
      const [, first = value, last = ''] = /^(\S+)\s+(.+)$/s.exec(value) ?? [];
      Object.assign(lead, { first_name: first, ...(last && { last_name: last }) });
    } else if (field && !lead[field] && !isTestText(value)) lead[field] = value;
    else notes.push(`${name}: ${value}`);
  }
  for (const [name, value] of Object.entries(facts)) notes.push(`${name}: ${value}`);
  return {
    first_name: 'Unknown',
    ...lead,
    deal_type: DEAL_TYPE,
    vendor_name: VENDOR_NAME,
    lead_notes: notes.join('\n') || 'No comment.',
    external_lead_id: id,
  };
}

/** Fetches one lead and hands it on. Sent again, it stays one lead: its id is its Idempotency-Key. */
async function handOn(id: string): Promise<void> {
  const asked = `${GRAPH_URL}/${encodeURIComponent(id)}?fields=id,form_id,ad_id,field_data`;
  const fetched = await fetch(asked, {
    headers: { authorization: `Bearer ${META_PAGE_TOKEN}` },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!fetched.ok) throw new Error(`Meta answered ${fetched.status}: look at the token of the page`);
  const posted = await fetch(`${LEADS_URL}/lead`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': LEADS_API_KEY,
      'idempotency-key': `meta:${id}`,
    },
    body: JSON.stringify(leadOf((await fetched.json()) as MetaLead)),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!posted.ok) throw new Error(`/v1/lead answered ${posted.status}`);
}

interface Posted {
  readonly entry?: readonly {
    readonly changes?: readonly {
      readonly field: string;
      readonly value: { readonly leadgen_id?: string };
    }[];
  }[];
}

/** The ids of leads among what is posted; a page can be told of other things, too. */
const idsIn = ({ entry = [] }: Posted): readonly string[] =>
  entry
    .flatMap(({ changes = [] }) => changes)
    .flatMap(({ field, value }) => (field === 'leadgen' && value.leadgen_id ? [value.leadgen_id] : []));

/** Whether the bytes were signed with the app's secret. */
function isGenuine(body: Buffer, signature: unknown): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', META_APP_SECRET).update(body).digest('hex')}`);
  const sent = Buffer.from(`${signature}`);
  return META_APP_SECRET !== '' && sent.length === expected.length && timingSafeEqual(sent, expected);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

createServer(async (request, response) => {
  const answer = (status: number, text = '') =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  try {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    if (request.method === 'GET') {
      const isOurs = META_VERIFY_TOKEN !== '' && query.get('hub.verify_token') === META_VERIFY_TOKEN;
      return isOurs ? answer(200, query.get('hub.challenge') ?? '') : answer(403);
    }
    const body = await bodyOf(request);
    if (!body) return answer(413);
    if (!isGenuine(body, request.headers['x-hub-signature-256'])) return answer(401);
    for (const id of idsIn(JSON.parse(body.toString()))) await handOn(id);
    answer(200);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    answer(502); // then it is posted again
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on ${PORT}`));
