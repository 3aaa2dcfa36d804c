/**
 * Posts a line to a chat for each event of an operator's webhook. CHAT_URL takes `{"text": …}`, as the incoming webhooks
 * of Slack, Mattermost and Google Chat do. No customer's name goes there.
 */
import { createServer } from 'node:http';
import { genuineBody, refuse } from './verify.ts';

const { WEBHOOK_SECRET = '', CHAT_URL = '', PORT = '4001' } = process.env;

/** The line for each type of event; other types are not told. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the event has
const lines: Readonly<Record<string, (data: any) => string>> = {
  'hook.test': () => 'The webhook works.',
  'lead.received': (data) => `New ${data.deal.dealType} lead from ${data.vendor.name}: ${pageOf(data)}`,
  'lead.status_changed': (data) => `Lead is ${data.status} (was ${data.previousStatus}): ${pageOf(data)}`,
  'lead.assigned': (data) => `Lead is ${data.owner ? `${data.owner.name}’s` : 'nobody’s'}: ${pageOf(data)}`,
  'lead.unanswered': (data) => `Nobody has answered since ${data.waitingSince}${of(data)}: ${pageOf(data)}`,
  'lead.follow_up_due': (data) =>
    `To be followed up now${data.followUp?.by ? ` (${data.followUp.by})` : of(data)}: ${pageOf(data)}`,
  'hook.failing': (data) =>
    `The webhook to ${data.host} fails since ${data.failingSince}: ${data.url ?? data.hookId}`,
  'hook.paused': (data) =>
    `The webhook to ${data.host} is paused, for its receiver failed: ${data.url ?? data.hookId}`,
};

interface OfLead {
  readonly leadId: string;
  readonly url?: string;
  readonly owner?: { readonly name: string };
}

const pageOf = ({ url, leadId }: OfLead): string => url ?? leadId;
const of = ({ owner }: OfLead): string => (owner ? ` (${owner.name})` : '');

createServer(async (request, response) => {
  const body = await genuineBody(WEBHOOK_SECRET, request);
  if (body === undefined) return refuse(response);
  const { type, data } = JSON.parse(body);
  const text = lines[type]?.(data);
  if (text === undefined) return response.writeHead(204).end();
  const posted = await fetch(CHAT_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  }).catch(() => undefined);
  response.writeHead(posted?.ok ? 204 : 502).end(); // then it comes again
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on ${PORT}`));
