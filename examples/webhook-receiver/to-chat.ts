/**
 * Posts a line to a chat for each event of an operator's webhook. CHAT_URL takes `{"text": …}`, as the incoming webhooks
 * of Slack, Mattermost and Google Chat do. No customer's name goes there.
 */
import { createServer } from 'node:http';
import { genuineBody } from './verify.ts';

const { WEBHOOK_SECRET = '', CHAT_URL = '', PORT = '4001' } = process.env;

createServer(async (request, response) => {
  const body = await genuineBody(WEBHOOK_SECRET, request);
  if (body === undefined) return response.writeHead(401).end();
  const { type, data } = JSON.parse(body);
  const text =
    type === 'lead.received'
      ? `New ${data.deal.dealType} lead from ${data.vendor.name}: ${data.leadId}`
      : `Lead ${data.leadId} is ${data.status} (was ${data.previousStatus})`;
  const posted = await fetch(CHAT_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: type === 'hook.test' ? 'The webhook works.' : text }),
  }).catch(() => undefined);
  response.writeHead(posted?.ok ? 204 : 502).end(); // then it comes again
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on ${PORT}`));
