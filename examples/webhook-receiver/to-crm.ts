/**
 * Hands new leads and status changes on to another system, each once: CRM_URL gets a PUT with the lead's id in the path,
 * so that what comes twice changes nothing. A status that is older than the last one is left out.
 */
import { createServer } from 'node:http';
import { genuineBody, refuse } from './verify.ts';

interface Lead {
  readonly leadId: string;
  readonly status: string;
  readonly statusUpdatedAt: string;
  readonly vendor: object;
  /** Of a new lead only. */
  readonly customer?: object;
  readonly deal?: object;
}

const { WEBHOOK_SECRET = '', CRM_URL = '', PORT = '4002' } = process.env;

/** When each lead got its status. In a real system: in yours, beside the lead. */
const updated = new Map<string, string>();

/** Resolves to whether the other system took it. */
async function handOn({ leadId, status, statusUpdatedAt, customer, deal, vendor }: Lead): Promise<boolean> {
  const isNews = statusUpdatedAt >= (updated.get(leadId) ?? '');
  const lead = { vendor, ...(customer && { customer }), ...(deal && { deal }), ...(isNews && { status }) };
  const sent = await fetch(`${CRM_URL}/leads/${leadId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lead),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  if (sent?.ok && isNews) updated.set(leadId, statusUpdatedAt);
  return sent?.ok ?? false;
}

/** One after another: events arrive at the same time, and an older status must not overtake a newer one. */
let handedOn = Promise.resolve(true);

createServer(async (request, response) => {
  const body = await genuineBody(WEBHOOK_SECRET, request);
  if (body === undefined) return refuse(response);
  const { type, data } = JSON.parse(body);
  if (type === 'hook.test') return response.writeHead(204).end();
  handedOn = handedOn.then(() => handOn(data));
  response.writeHead((await handedOn) ? 204 : 502).end(); // then it comes again
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on ${PORT}`));
