import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { batchedStore } from './batched-store.ts';
import { dealTypes, digitsOf, isPhone, type Payload } from './lead.ts';
import { openStore } from './store.ts';

/** The minimum on Node: no framework, a hand-written check. This is what the service is measured against, on any store. */

const { API_KEY, BATCHED, MONGODB_URI = '', PORT } = process.env;
const store = BATCHED ? await batchedStore(MONGODB_URI) : await openStore(process.env);

const server = createServer(async (request, response) => {
  try {
    await serve(request, response);
  } catch {
    answer(response, 500, { error: 'Internal Server Error', message: 'Unexpected server error' });
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  if (request.headers['x-api-key'] !== API_KEY) return answer(response, 403, { error: 'Forbidden' });
  if (method === 'POST' && url === '/v1/lead') {
    const lead = read(await textOf(request));
    if (!lead) return answer(response, 400, { error: 'Bad Request' });
    return answer(response, 200, { leadId: await store.create(lead) });
  }
  const id = /^\/v1\/lead\/([^/]+)$/.exec(url)?.[1];
  const status = method === 'GET' && id ? await store.statusOf(id) : undefined;
  if (status) answer(response, 200, { leadId: id, status });
  else answer(response, 404, { message: `No lead was found with the leadId: ${id}` });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => request.on('end', resolve));
  return Buffer.concat(chunks).toString();
}

function read(text: string): Payload | undefined {
  const lead = JSON.parse(text);
  lead.deal_type = lead.deal_type?.toLowerCase();
  const held = ['first_name', 'vendor_name', 'lead_notes'].every((name) => lead[name]?.length > 0);
  const emailHolds = lead.email === undefined || /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(lead.email);
  const phoneHolds = lead.phone === undefined || isPhone(digitsOf(lead.phone));
  const reachable = lead.email !== undefined || lead.phone !== undefined;
  return held && emailHolds && phoneHolds && reachable && dealTypes.includes(lead.deal_type)
    ? lead
    : undefined;
}

function answer(response: ServerResponse, statusCode: number, body: object): void {
  const text = JSON.stringify({ statusCode, body });
  response
    .writeHead(statusCode, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}
