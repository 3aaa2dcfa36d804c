// Sends the lead in a file and reads its status back. Needs Node 22.18+, 24 or 26, nothing to install:
//   LEADS_API_KEY=… node send-lead.ts lead.json
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const { LEADS_URL = 'http://127.0.0.1:3000/v1', LEADS_API_KEY = '' } = process.env;
const URL_BASE = LEADS_URL.replace(/\/+$/, '');
const TRIES = 6;
/** Milliseconds. If the service asks for a longer wait, the client stops: run it again another day. */
const PATIENCE = 600_000;

type Lead = Readonly<Record<string, unknown>>;

/** A refusal that sending the lead again would not change. */
class Refused extends Error {
  /** An earlier try may have been accepted: its response was lost, or said that a later one may succeed. */
  readonly isUnsure: boolean;

  constructor(message: string, isUnsure = false) {
    super(message);
    this.isUnsure = isUnsure;
  }
}

/** Returns the leadId. The lead's own id is the key: however often it is sent, even after a restart, it is one lead. */
async function sendLead(lead: Lead | null): Promise<string> {
  const key = lead?.external_lead_id;
  if (typeof key !== 'string' || !/^[!-~][ -~]{0,254}$/.test(key)) {
    throw new Refused(
      'its external_lead_id, the Idempotency-Key, must be a string of 1 to 255 printable ASCII characters',
    );
  }
  const { leadId } = await call('/lead', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(lead),
  });
  if (!leadId) throw new Error('the response has no leadId: is LEADS_URL right?');
  return leadId;
}

async function leadStatus(leadId: string): Promise<string> {
  const { status } = await call(`/lead/${encodeURIComponent(leadId)}`, {});
  if (!status) throw new Error('the response has no status');
  return status;
}

/** Retries if the response is lost, or says that a later attempt may succeed: 408, 429 and 5xx. */
async function call(path: string, request: RequestInit): Promise<Record<string, string>> {
  const headers = { ...request.headers, 'x-api-key': LEADS_API_KEY };
  for (let tries = 1; ; tries += 1) {
    let wait = Math.random() * 500 * 2 ** tries; // random, so that clients do not all retry at once
    try {
      const response = await fetch(URL_BASE + path, {
        ...request,
        headers,
        redirect: 'manual', // the key is for this service only
        signal: AbortSignal.timeout(30_000),
      });
      const { status } = response;
      if (response.ok) return ((await response.json()) as { body: Record<string, string> }).body;
      if (status < 500 && status !== 408 && status !== 429) {
        throw new Refused(`${status} ${reasonIn(await response.text())}`, tries > 1);
      }
      wait = Math.max(wait, retryAfter(response));
      throw new Error(
        `${status} ${reasonIn(await response.text())} (${response.headers.get('X-Request-Id')})`,
      );
    } catch (error) {
      if (error instanceof Refused || tries === TRIES || wait > PATIENCE) throw error;
    }
    await delay(wait);
  }
}

/** Something in front of the service, such as a gateway, may refuse in its own words. */
function reasonIn(answer: string): string {
  try {
    const { error, message, errors = [{ message }] } = JSON.parse(answer).body;
    const reasons = errors.map((each: { message: string }) => each.message).join('; ');
    return error ? `${error}: ${reasons}` : reasons;
  } catch {
    return answer || 'without a reason: is LEADS_URL right?';
  }
}

/** In milliseconds; the header contains seconds or a date. */
function retryAfter({ headers }: Response): number {
  const after = headers.get('Retry-After') ?? '';
  return /^\d+$/.test(after) ? 1000 * Number(after) : Date.parse(after) - Date.now() || 0;
}

async function readLead(file: string): Promise<Lead | null> {
  try {
    return JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new Refused(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const [, , file, ...more] = process.argv;
if (!file || more.length > 0 || !LEADS_API_KEY) {
  console.error('Usage: LEADS_API_KEY=… node send-lead.ts lead.json');
  process.exit(2);
}
try {
  if (!/^[ -~]+$/.test(LEADS_API_KEY)) throw new Refused('LEADS_API_KEY must be printable ASCII');
  if (!/^https?:\/\//.test(LEADS_URL)) throw new Refused('LEADS_URL must begin with https:// or http://');
  const lead = await readLead(file);
  const leadId = await sendLead(lead);
  console.log(leadId);
  console.log(await leadStatus(leadId).catch(() => 'Its status cannot be read right now.'));
} catch (error) {
  const outcome = !(error instanceof Refused)
    ? 'Send it again; it may have been accepted'
    : error.isUnsure
      ? 'Fix this and send it again; it may have been accepted'
      : 'The lead was not accepted';
  const { message, cause } = error as Error & { readonly cause?: { readonly message?: string } };
  console.error(`${outcome}: ${[message, cause?.message].filter(Boolean).join(': ')}`);
  process.exitCode = 1;
}
