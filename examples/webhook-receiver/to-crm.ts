/**
 * Hands new leads and status changes on to another system, each once: CRM_URL gets a PUT with the lead's id in the path,
 * so that what comes twice changes nothing. A status that is older than the last one is left out.
 */
import { createServer } from 'node:http';
import { verify } from './verify.ts';

const { WEBHOOK_SECRET = '', CRM_URL = '', PORT = '4002' } = process.env;

/** When each lead got its status. In a real system: in yours, beside the lead. */
const updated = new Map<string, string>();

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (!verify(WEBHOOK_SECRET, request.headers, body)) return response.writeHead(401).end();
  const { type, data } = JSON.parse(body);
  if (type === 'hook.test') return response.writeHead(204).end();
  const { leadId, status, statusUpdatedAt, customer, deal, vendor } = data;
  const isNews = statusUpdatedAt >= (updated.get(leadId) ?? '');
  const lead = { vendor, ...(customer && { customer }), ...(deal && { deal }), ...(isNews && { status }) };
  const sent = await fetch(`${CRM_URL}/leads/${leadId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lead),
  }).catch(() => undefined);
  if (sent?.ok && isNews) updated.set(leadId, statusUpdatedAt);
  response.writeHead(sent?.ok ? 204 : 502).end(); // then it comes again
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on ${PORT}`));
