import * as v from 'valibot';
import { contactFields } from '../../../../domain/work/contact-edit.ts';
import type { Deal } from '../../../../domain/work/deal.ts';
import {
  activities,
  Contact,
  contact,
  history,
  LeadSummary,
  sent,
  summary,
  toldEvent,
  triedAndAnswered,
} from './lead-shapes.ts';
import { flag, list, perhaps, said, text, time, whole } from './parts.ts';
import { RefusedRequest } from './vendor-shapes.ts';

const merged = said(list(text), 'Of the contacts that became a part of it.');
const fields = list(v.picklist(contactFields));

export const ContactRow = v.object({ contactId: text, ...contact });

export const ContactList = v.object({ contacts: list(ContactRow), more: flag });

export const ContactRecord = v.object({
  contactId: text,
  contact: said(v.nullable(Contact), 'Null once it was erased.'),
  leads: said(list(LeadSummary), 'The oldest first.'),
  more: flag,
  contactErased: perhaps(time),
  mergedIds: perhaps(merged),
});

export const ContactInFile = v.object({ ...contact, keys: said(list(text), 'By what leads find it.') });

export const ToldTry = v.object(triedAndAnswered);

export const Told = v.object({
  ...toldEvent,
  tries: list(ToldTry),
  host: perhaps(said(text, 'Of the webhook’s address.')),
  vendor: perhaps(said(text, 'Whose webhook it is; absent if it is the operator’s own.')),
  nextTry: perhaps(time),
});

const { vendor: _id, statusSince: _since, firstWords: _words, answer: _answer, ...listed } = summary;

/** Everything that is kept of a lead: a field of the deal that lacks here does not compile. */
export const LeadFile = v.object({
  ...listed,
  vendorId: text,
  ...sent,
  history,
  activities,
  told: said(list(Told), 'What webhooks were told in the last 30 days, the newest first.'),
  refused: said(list(RefusedRequest), 'The requests with its id that were refused.'),
  owner: perhaps(said(text, 'The id of the person who takes care of it.')),
  idempotency: perhaps(v.object({ key: text, fingerprint: perhaps(said(text, 'Of what was sent.')) })),
} satisfies Record<Exclude<keyof Deal, 'id'>, v.GenericSchema> & Record<string, v.GenericSchema>);

export const ContactFile = v.object({
  exportedAt: time,
  contactId: text,
  contact: said(v.nullable(ContactInFile), 'Null once it was erased.'),
  mergedIds: merged,
  leadsUnderOtherNames: said(
    whole,
    'How many of its leads came under another first name: perhaps another person’s.',
  ),
  leads: said(list(LeadFile), 'The oldest first.'),
  contactErased: perhaps(time),
});

export const ContactEdit = v.object({
  contactId: text,
  contact: Contact,
  changed: fields,
  sharesPhone: perhaps(said(flag, 'Another contact has the phone, too: leads with it alone still go there.')),
});

export const Merge = v.object({
  contactId: said(text, 'Of the contact that is kept.'),
  mergedId: text,
  leads: said(whole, 'How many it gets.'),
  filled: fields,
  merged: flag,
  already: perhaps(said(flag, 'It was a part of it before.')),
});
