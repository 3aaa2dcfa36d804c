import { identitiesIn } from '../../../../domain/identities-in.ts';
import { type SourceLead, unreadableIn } from '../../../../domain/source-lead.ts';
import { forms, type Mail, type MailText } from './read-mail.ts';

/** The leads that one part of a mail was read into. */
type Reading = readonly SourceLead[];

/**
 * The leads in a mail, whose parts are forms of the same: those of the best form that is whole. Attached files, and mails
 * within it, may be of several customers: then each has a lead.
 */
export function bestReading(mail: Mail, read: (text: MailText) => Reading): Reading {
  const readings: Reading[] = [];
  for (const form of forms) {
    const ofForm = mail.texts.filter((text) => text.form === form).map(read);
    if (form === 'attached') ofForm.push(...mail.mails.map((inner) => bestReading(inner, read)));
    readings.push(...ofForm);
    if (ofForm.some(isWhole)) return ofEachCustomer(ofForm);
  }
  return ofEachCustomer(readings);
}

/** The best reading, and of the others, from the best down, leads of customers who are in none before. */
function ofEachCustomer(readings: readonly Reading[]): Reading {
  const [best = [], ...others] = [...readings].sort((a, b) => faultsOf(a) - faultsOf(b));
  const leads = [...best];
  const known = new Set(best.flatMap(reachOf));
  for (const lead of others.flat()) {
    const reach = reachOf(lead);
    if (reach.length > 0 && reach.every((key) => !known.has(key))) leads.push(lead);
    for (const key of reach) known.add(key);
  }
  return leads;
}

const reachOf = ({ fields }: SourceLead) =>
  identitiesIn([fields.email, fields.phone].filter((text) => typeof text === 'string'));

const isWhole = (reading: Reading): boolean => faultsOf(reading) === 0;

/** How much is wrong with a reading: 0, if each lead is whole; most, if there is none. */
const faultsOf = (reading: Reading): number => Math.max(...reading.map(faultOf), reading.length > 0 ? 0 : 4);

function faultOf(lead: SourceLead): number {
  const why = unreadableIn(lead);
  if (why === 'no-document') return 4;
  if (why === 'too-large') return 3;
  if (why) return 2;
  return lead.fields.firstName && reachOf(lead).length > 0 ? 0 : 1;
}
