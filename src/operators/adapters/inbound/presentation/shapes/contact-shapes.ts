import * as v from 'valibot';
import type { Try } from '#operators/application/events/ports/deliveries.ts';
import type {
  LeadFile as File,
  ContactFile as FileOfContact,
  MergePlan,
} from '#operators/application/ports/inbound/contact-use-cases.ts';
import type { LeadPage } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { ChangedContact, ContactRecord as Found } from '#operators/application/ports/records.ts';
import { type ContactField, contactFields } from '#operators/domain/work/contact-edit.ts';
import { lostReasonOf, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { Contact as Kept } from '../../../../../domain/contact.ts';
import { shownKeys } from '../../../../../domain/contact.ts';
import { heldView } from '../held-views.ts';
import { json, viewOf } from '../view.ts';
import {
  activities,
  Contact,
  Customer,
  entriesOf,
  history,
  LeadSummary,
  type People,
  sent,
  toldEvent,
  triedAndAnswered,
} from './lead-shapes.ts';
import { flag, ifAny, leadId, list, orNull, perhaps, said, text, time, whole } from './parts.ts';
import { HeldWhole, sentAsItCame } from './source-shapes.ts';
import { RefusedRequest } from './vendor-shapes.ts';

const merged = said(list(text), 'Of the contacts that became a part of it.');
const fields = list(v.picklist(contactFields));

export const ContactRow = viewOf<Kept>()({ contactId: json(text, ({ id }) => id), ...Contact.fields });

export const ContactList = v.object({ contacts: list(ContactRow), more: flag });

/** A contact with its leads. */
export const ContactRecord = viewOf<Found & Pick<LeadPage, 'leads' | 'more'>, People>()({
  contactId: text,
  contact: json(said(v.nullable(Contact), 'Null once it was erased.'), ({ contact }) =>
    orNull(contact, Contact.of),
  ),
  leads: json(said(list(LeadSummary), 'The oldest first.'), ({ leads }, context) =>
    leads.map((lead) => LeadSummary.of(lead, context)),
  ),
  more: flag,
  contactErased: json(perhaps(time), ({ erased }) => erased),
  mergedIds: json(perhaps(merged), (found) => found.merged),
});

export const ContactInFile = viewOf<Kept>()({
  ...Contact.fields,
  keys: said(list(text), 'By what leads find it.'),
});

export const ToldTry = viewOf<Try>()(triedAndAnswered);

export const Told = viewOf<File['told'][number]>()({
  ...toldEvent,
  tries: json(list(ToldTry), ({ tries }) => tries.map((each) => ToldTry.of(each))),
  host: json(perhaps(said(text, 'Of the webhook’s address.')), ({ hook }) => hook && new URL(hook.url).host),
  vendor: json(
    perhaps(said(text, 'Whose webhook it is; absent if it is the operator’s own.')),
    ({ hook }) => hook?.vendorId,
  ),
  nextTry: json(perhaps(time), ({ due }) => due),
});

const {
  vendor: _id,
  statusSince: _since,
  firstWords: _words,
  answer: _answer,
  ...listed
} = LeadSummary.entries;

/** A deal with its deliveries and refused requests. */
type Filed = WorkedDeal & Omit<File, 'deal'>;

const ofDeal = {
  ...listed,
  leadId: json(leadId, ({ id }: Filed) => id),
  customer: json(listed.customer, ({ customer }: Filed) => orNull(customer, Customer.of)),
  present: json(listed.present, ({ present }: Filed) => ifAny(present, Customer.of)),
  lostReason: json(listed.lostReason, (deal: Filed) => lostReasonOf(deal)),
  followUpAt: json(listed.followUpAt, ({ followUp }: Filed) => followUp?.at),
  vendorId: text,
  ...sent,
  history,
  activities: json(activities, (deal: Filed) => entriesOf(deal, { people: [] })),
  told: json(
    said(list(Told), 'What webhooks were told in the last 30 days, the newest first.'),
    ({ told }: Filed) => told.map((each) => Told.of(each)),
  ),
  asItCame: json(
    perhaps(said(sentAsItCame, 'What its source sent.')),
    ({ asItCame }: Filed) => asItCame && { ...asItCame, source: asItCame.sourceId },
  ),
  refused: json(
    said(list(RefusedRequest), 'The requests with its id that were refused.'),
    ({ refused }: Filed) => refused.map((each) => RefusedRequest.of(each)),
  ),
  owner: perhaps(said(text, 'The id of the person who takes care of it.')),
  assigned: json(
    perhaps(
      said(
        v.object({ at: time, by: text, byId: perhaps(text), from: perhaps(text) }),
        'Who gave it to them.',
      ),
    ),
    ({ assigned }: Filed) => assigned && { ...assigned, openedAt: undefined },
  ),
  idempotency: perhaps(v.object({ key: text, fingerprint: perhaps(said(text, 'Of what was sent.')) })),
} satisfies Record<Exclude<keyof Filed, 'id'>, unknown> & Record<string, unknown>;

/** Everything that is kept of a lead. A field of the deal that is missing here does not compile. */
export const LeadFile = viewOf<Filed>()(ofDeal);

/** Everything that is kept about a customer, for them to read. */
export const ContactFile = viewOf<FileOfContact, { readonly now: Date }>()({
  exportedAt: json(time, (_, { now }) => now),
  contactId: perhaps(said(text, 'Absent if the customer has no contact: then nothing is kept but `held`.')),
  contact: json(said(v.nullable(ContactInFile), 'Null once it was erased.'), ({ contact }) =>
    orNull(contact, ContactInFile.of),
  ),
  mergedIds: json(merged, (file) => file.merged ?? []),
  leadsUnderOtherNames: said(
    whole,
    'How many of its leads came under another first name: perhaps another person’s.',
  ),
  leads: json(said(list(LeadFile), 'The oldest first.'), ({ leads }) =>
    leads.map(({ deal, ...rest }) => LeadFile.of({ ...deal, ...rest })),
  ),
  held: json(
    said(list(HeldWhole), 'What came from a source and is no lead yet, with an email or phone of theirs.'),
    ({ held }, { now }) =>
      held.map((each) => ({ ...heldView(each, now), text: each.text, readable: each.readable })),
  ),
  contactErased: json(perhaps(time), ({ erased }) => erased),
});

/** The text of that file. */
export const contactFileText = (file: FileOfContact, now: Date): string =>
  `${JSON.stringify(ContactFile.of(file, { now }), null, 2)}\n`;

/** A contact after an edit. */
export const ContactEdit = viewOf<ChangedContact & { readonly fields: readonly ContactField[] }>()({
  contactId: json(text, ({ after }) => after.id),
  contact: json(Contact, ({ after }) => Contact.of(after)),
  changed: json(fields, (edit) => edit.fields),
  sharesPhone: json(
    perhaps(said(flag, 'Another contact has the phone, too: leads with it alone still go there.')),
    ({ after, fields }) => (fields.includes('phone') && shownKeys(after).length > 0) || undefined,
  ),
});

export const Merge = viewOf<MergePlan, { readonly merged: boolean }>()({
  contactId: json(said(text, 'Of the contact that is kept.'), ({ keptId }) => keptId),
  mergedId: json(text, ({ goneId }) => goneId),
  leads: json(said(whole, 'How many it gets.'), ({ gone }) => gone?.deals ?? 0),
  filled: fields,
  merged: json(flag, (_, { merged }) => merged),
  already: json(perhaps(said(flag, 'It was a part of it before.')), ({ gone }) => !gone || undefined),
});
