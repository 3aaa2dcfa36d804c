import { identitiesIn } from '../../../../domain/sources/identities-in.ts';
import { type SourceLead, unreadableIn } from '../../../../domain/sources/source-lead.ts';
import { forms, type Mail, type MailText } from './read-mail.ts';

/** The leads that one part of a mail was read into, and how much is wrong with them. */
interface Reading {
  readonly leads: readonly SourceLead[];
  readonly faults: number;
}

/**
 * The leads in a mail, whose parts are forms of the same: those of the best form, which is the first that is whole.
 * Files, and mails within it, may be of several customers: then each has a lead.
 */
export function bestReading(
  mail: Mail,
  read: (text: MailText) => readonly SourceLead[],
): readonly SourceLead[] {
  let best: readonly Reading[] = [];
  for (const form of forms) {
    const leads = mail.texts.filter((text) => text.form === form).map(read);
    if (form === 'attached') leads.push(...mail.mails.map((inner) => bestReading(inner, read)));
    const readings = leads.map((each) => ({ leads: each, faults: faultsOf(each) }));
    if (leastFaults(readings) < leastFaults(best)) best = readings;
    if (leastFaults(best) === 0) break;
  }
  return ofEachCustomer(best);
}

const leastFaults = (readings: readonly Reading[]): number =>
  Math.min(NOTHING, ...readings.map(({ faults }) => faults));

/** The best reading, and of the others, from the best down, leads of customers who are in none before. */
function ofEachCustomer(readings: readonly Reading[]): readonly SourceLead[] {
  const [best, ...others] = [...readings].sort((a, b) => a.faults - b.faults);
  const leads = [...(best?.leads ?? [])];
  if (others.length === 0) return leads;
  const known = new Set(leads.flatMap(keysOf));
  for (const lead of others.flatMap((other) => other.leads)) {
    const [first, ...more] = reachOf(lead);
    const keys = first ? [first, ...more] : nameOf(lead);
    if (keys.length > 0 && keys.every((key) => !known.has(key))) leads.push(lead);
    for (const key of keysOf(lead)) known.add(key);
  }
  return leads;
}

const keysOf = (lead: SourceLead): readonly string[] => [...reachOf(lead), ...nameOf(lead)];

/** By what the customer is reached, as keys. */
const reachOf = ({ fields: { email, phone } }: SourceLead): readonly string[] =>
  identitiesIn(textsOf(email, phone));

const nameOf = ({ fields: { firstName, lastName } }: SourceLead): readonly string[] => {
  const name = textsOf(firstName, lastName).join(' ').trim();
  return name ? [name] : [];
};

const textsOf = (...values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string');

/** The faults of a reading without a lead. */
const NOTHING = 5;

/** How much is wrong with a reading: nothing, if each lead is whole. */
const faultsOf = (leads: readonly SourceLead[]): number =>
  leads.length > 0 ? Math.max(...leads.map(faultOf)) : NOTHING;

function faultOf(lead: SourceLead): number {
  const why = unreadableIn(lead);
  if (why === 'no-document') return NOTHING;
  if (why === 'too-large') return 4;
  const isReached = lead.fields.firstName && reachOf(lead).length > 0;
  if (isReached) return why ? 1 : 0;
  return why ? 3 : 2;
}
