/**
 * Sends mail for events of an operator's webhook: to its owner when a lead becomes theirs, waits too long or is to be called
 * again, and to everybody in OWNERS when nobody has it. OWNERS has lines such as `Ada Byron=ada@example.com`, by the names at
 * the desk. No customer's name goes there. Needs nodemailer: `npm install nodemailer@10.6.0`.
 */
import { createServer } from 'node:http';
import { createTransport } from 'nodemailer';
import { genuineBody, refuse } from './verify.ts';

const { WEBHOOK_SECRET = '', SMTP_URL = '', MAIL_FROM = '', OWNERS = '', PORT = '4002' } = process.env;

const mailbox = new Map(
  OWNERS.split('\n').flatMap((line) => {
    const [, name, address] = /^(.+)=(.+)$/.exec(line.trim()) ?? [];
    return name && address ? [[name.trim(), address.trim()] as const] : [];
  }),
);
const mail = createTransport(SMTP_URL);

/** The subject for each type of event that is mailed. */
const subjects: Readonly<Record<string, string>> = {
  'lead.assigned': 'A lead is yours',
  'lead.unanswered': 'A customer waits for an answer',
  'lead.follow_up_due': 'A lead is to be followed up now',
};

createServer(async (request, response) => {
  const body = await genuineBody(WEBHOOK_SECRET, request);
  if (body === undefined) return refuse(response);
  const { type, data } = JSON.parse(body);
  const subject = subjects[type];
  const own = mailbox.get(data.followUp?.by) ?? mailbox.get(data.owner?.name);
  const to = own ? [own] : type === 'lead.assigned' ? [] : [...mailbox.values()];
  if (!subject || to.length === 0) return response.writeHead(204).end();
  const text = `${subject}: ${data.leadId}, from ${data.vendor.name}\n${data.url ?? ''}\n`;
  // The same for each try: many mail programs show a message once, however often it comes.
  const messageId = `<${request.headers['webhook-id']}@webhooks>`;
  const sent = await mail.sendMail({ from: MAIL_FROM, to, subject, text, messageId }).catch(() => undefined);
  response.writeHead(sent ? 204 : 502).end(); // then it comes again
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on ${PORT}`));
