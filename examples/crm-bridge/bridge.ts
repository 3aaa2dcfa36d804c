/**
 * A CRM with stages of its own: it takes new leads from a webhook, and moves a lead when its stage changes here. Run it
 * with WEBHOOK_SECRET, LEADS_TOKEN and LEADS_URL, which is the address of the desk.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { genuineBody, refuse } from '../webhook-receiver/verify.ts';

const {
  WEBHOOK_SECRET = '',
  LEADS_TOKEN = '',
  LEADS_URL = 'http://127.0.0.1:3001',
  PORT = '4003',
} = process.env;

/** What each stage is called outside. */
const statuses = new Map([
  ['new', 'In Progress'],
  ['offer', 'Quoted'],
  ['visit', 'Evaluation Scheduled'],
  ['sold', 'Won'],
  ['gone', 'Lost'],
]);

interface Change {
  readonly leadId: string;
  readonly stage: string;
  readonly reason?: string;
}

/** By the id of the lead. In a real system: in its database. */
const cases = new Map<string, { stage: string; readonly customer: object }>();

/** Resolves to why not, if the lead has to stay as it is. */
async function move(leadId: string, stage: string, reason?: string): Promise<string | undefined> {
  const answer = await fetch(`${LEADS_URL}/api/leads/${encodeURIComponent(leadId)}/move`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LEADS_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: statuses.get(stage), reason }),
    signal: AbortSignal.timeout(5_000),
  });
  return answer.ok ? undefined : ((await answer.json()) as { readonly message: string }).message;
}

createServer(async (request, response) => {
  if (request.url === '/events') {
    const body = await genuineBody(WEBHOOK_SECRET, request);
    if (body === undefined) return refuse(response);
    const { type, data } = JSON.parse(body);
    if (type === 'lead.received' && !cases.has(data.leadId))
      // it may come twice
      cases.set(data.leadId, { stage: 'new', customer: data.customer });
    return response.writeHead(204).end();
  }
  if (request.method === 'GET') return response.end(JSON.stringify(Object.fromEntries(cases)));
  // Whoever works in the CRM: {"leadId": …, "stage": "offer", "reason": …}
  const { leadId, stage, reason } = (await json(request)) as Change;
  const known = cases.get(leadId);
  if (!known || !statuses.has(stage)) return response.writeHead(404).end();
  const whyNot = await move(leadId, stage, reason).catch(() => 'The leads cannot be reached: try again.');
  if (whyNot === undefined) known.stage = stage;
  response.writeHead(whyNot === undefined ? 204 : 409).end(whyNot);
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on ${PORT}`));
