import { createHash } from 'node:crypto';

/** The minimum that could be called this service: a key, a few checks, a contact and a deal. */

interface Event {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface LeadSent {
  readonly first_name: string;
  readonly email: string;
  readonly deal_type: string;
  readonly vendor_name: string;
  readonly lead_notes: string;
}

const required = ['first_name', 'email', 'deal_type', 'vendor_name', 'lead_notes'] as const;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyDigest = digest(process.env.API_KEY ?? '');

/** `keep` returns the leadId. */
export const bareHandler = (keep: (lead: LeadSent) => Promise<string>) => async (event: Event) => {
  if (digest(event.headers['x-api-key'] ?? '') !== keyDigest) return answer(403, { error: 'Forbidden' });
  const lead = JSON.parse(event.body) as LeadSent;
  const missing = required.find((name) => typeof lead[name] !== 'string' || lead[name] === '');
  if (missing) return answer(400, { error: `${missing} is required` });
  if (!/^[^@\s]+@[^@\s]+$/.test(lead.email)) return answer(400, { error: 'Invalid email format' });
  return answer(200, { leadId: await keep(lead) });
};

const answer = (statusCode: number, body: object) => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ statusCode, body }),
});
