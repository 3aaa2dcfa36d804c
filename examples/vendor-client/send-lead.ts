// Sends the lead in a file, and reads its status back. Node 22.18 or newer, nothing to install:
//   LEADS_API_KEY=… node send-lead.ts lead.json
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const { LEADS_URL = 'http://127.0.0.1:3000/v1', LEADS_API_KEY = '' } = process.env;
const TRIES = 6;
/** Milliseconds. Whoever asks to wait longer is asked another day. */
const PATIENCE = 600_000;

type Lead = Readonly<Record<string, string>>;

/** What the service answered, and sending it again would not change. */
class Refused extends Error {}

/** Gives the leadId. The lead's own id is the key: however often it is sent, also after a restart, it is one lead. */
async function sendLead(lead: Lead): Promise<string> {
  const key = lead.external_lead_id ?? '';
  if (!/^[!-~][ -~]{0,254}$/.test(key)) {
    throw new Refused('it has no external_lead_id of printable ASCII to be its Idempotency-Key');
  }
  const { leadId } = await call('/lead', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(lead),
  });
  if (!leadId) throw new Refused('the answer holds no leadId: is LEADS_URL right?');
  return leadId;
}

async function leadStatus(leadId: string): Promise<string> {
  const { status = '' } = await call(`/lead/${encodeURIComponent(leadId)}`, {});
  return status;
}

/** Tries again where the answer was lost, or says that a later try may do: 408, 429 and 5xx. */
async function call(path: string, request: RequestInit): Promise<Record<string, string>> {
  const headers = { ...request.headers, 'x-api-key': LEADS_API_KEY };
  for (let tries = 1; ; tries += 1) {
    let wait = Math.random() * 500 * 2 ** tries; // spread, so that not everybody comes back at once
    try {
      const response = await fetch(LEADS_URL + path, {
        ...request,
        headers,
        redirect: 'manual', // the key is for this service alone
        signal: AbortSignal.timeout(30_000),
      });
      const { status } = response;
      if (response.ok) return ((await response.json()) as { body: Record<string, string> }).body;
      if (status < 500 && status !== 408 && status !== 429) {
        throw new Refused(`${status} ${reasonIn(await response.text())}`);
      }
      wait = Math.max(wait, retryAfter(response));
      if (wait > PATIENCE) throw new Refused(`${status}, and to be tried again only much later`);
      if (tries === TRIES) throw new Error(`still ${status} after ${TRIES} tries`);
    } catch (error) {
      if (error instanceof Refused || tries === TRIES) throw error;
    }
    await delay(wait);
  }
}

/** What stands before the service, a gateway say, may refuse in words of its own. */
function reasonIn(answer: string): string {
  try {
    const { error = '', message } = JSON.parse(answer).body;
    return `${error} ${message}`;
  } catch {
    return answer;
  }
}

/** Milliseconds: the header holds seconds, or a date. */
function retryAfter({ headers }: Response): number {
  const after = headers.get('Retry-After') ?? '';
  return /^\d+$/.test(after) ? 1000 * Number(after) : Date.parse(after) - Date.now() || 0;
}

const lead: Lead = JSON.parse(await readFile(process.argv[2] ?? 'lead.json', 'utf8'));
try {
  const leadId = await sendLead(lead);
  console.log(leadId);
  console.log(await leadStatus(leadId).catch(() => 'Its status cannot be read now.'));
} catch (error) {
  const outcome =
    error instanceof Refused ? 'The lead was not taken' : 'Send it again, it may have been taken';
  console.error(`${outcome}: ${(error as Error).message}`);
  process.exitCode = 1;
}
