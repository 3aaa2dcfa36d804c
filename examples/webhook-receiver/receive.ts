/** Receives events, with nothing to install. Run it with WEBHOOK_SECRET=whsec_… and, if you like, PORT and FAIL. */
import { createServer } from 'node:http';
import { genuineBody, refuse } from './verify.ts';

const { WEBHOOK_SECRET = '', PORT = '4000', FAIL = '0' } = process.env;

/** The ids of events that were dealt with. In a real system: in your database, unique. */
const seen = new Set<string>();
let failures = Number(FAIL); // how many events to refuse, to see them come again

const server = createServer(async (request, response) => {
  const body = await genuineBody(WEBHOOK_SECRET, request);
  if (body === undefined) return refuse(response);
  if (failures > 0) {
    failures -= 1;
    return response.writeHead(500).end('not today');
  }
  const id = String(request.headers['webhook-id']);
  if (!seen.has(id)) {
    seen.add(id);
    const { type, data } = JSON.parse(body);
    console.log([type, data.leadId, data.status].filter(Boolean).join(' '));
  }
  response.writeHead(204).end(); // also if it came before
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as { readonly port: number };
  console.log(`Listening on http://127.0.0.1:${port}/`);
});
