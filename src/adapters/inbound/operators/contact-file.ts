import type {
  ContactFile,
  LeadFile,
} from '../../../application/operators/ports/inbound/contact-use-cases.ts';
import { contactView, customerView, orNull } from './person-views.ts';
import { refusedRequestView } from './vendor-views.ts';

/** Everything that is kept about one customer, for them to read: dates in ISO 8601. */
export const contactFileView = (
  { contactId, contact, erased, merged, leads, leadsUnderOtherNames }: ContactFile,
  exportedAt: Date,
) => ({
  exportedAt,
  contactId,
  contact: contact ? { ...contactView(contact), keys: contact.keys } : null,
  contactErased: erased,
  mergedIds: merged ?? [],
  leadsUnderOtherNames,
  leads: leads.map(leadFileView),
});

/** The whole deal as it is kept: what is added to deals later is in it without a change here. */
const leadFileView = ({ deal: { id, customer, present, ...deal }, told, refused }: LeadFile) => ({
  leadId: id,
  customer: orNull(customerView, customer),
  ...(present && { present: customerView(present) }),
  ...deal,
  followUpAt: deal.followUp?.at,
  told: told.map(({ event: { id: eventId, type, status, at }, hookId, hook, tries, due }) => ({
    event: eventId,
    type,
    status,
    at,
    hook: hookId,
    host: hook && new URL(hook.url).host,
    vendor: hook?.vendorId,
    tries,
    nextTry: due,
  })),
  refused: refused.map(refusedRequestView),
});

/** As a file. */
export const contactFileText = (file: ContactFile, exportedAt: Date): string =>
  `${JSON.stringify(contactFileView(file, exportedAt), null, 2)}\n`;
