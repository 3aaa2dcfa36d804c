import { randomUUID } from 'node:crypto';
import { bareHandler } from './bare.ts';

/** Written by hand, on two Maps. */

const contacts = new Map<string, { id: string; first_name: string }>();
const deals = new Map<string, { contactId: string; status: string; notes: string }>();

export const handler = bareHandler(async ({ email, first_name, lead_notes }) => {
  const contact = contacts.get(email) ?? { id: randomUUID(), first_name };
  contacts.set(email, contact);
  const leadId = randomUUID();
  deals.set(leadId, { contactId: contact.id, status: 'In Progress', notes: lead_notes });
  return leadId;
});
