import { hookEventTypes } from '../../../domain/events/lead-event.ts';
import { dealTypes } from '../../../domain/intake/deal-type.ts';
import { leadStatuses } from '../../../domain/intake/lead-status.ts';
import { activityKinds } from '../../../domain/work/activity.ts';
import { deskRoles } from '../../../domain/work/desk-role.ts';
import { contactFields } from '../../../domain/work/mended-contact.ts';
import { answerColumns, leadColumns, type ReportColumn } from '../operators/report-columns.ts';
import { MOST_PROBLEMS } from './field-problems.ts';
import type { Schema } from './fields.ts';

export const text = { type: 'string' };
export const time = { type: 'string', format: 'date-time' };
const flag = { type: 'boolean' };
const whole = { type: 'integer' };
export const status = { type: 'string', enum: leadStatuses };
export const dealType = { type: 'string', enum: dealTypes };
export const said = (schema: Schema, description: string): Schema => ({ ...schema, description });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (items: Schema): Schema => ({ type: 'array', items });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** Always there. */
export type Properties = Readonly<Record<string, Schema>>;

/** What is not known is left out. */
export const object = (known: Properties, perhaps: Properties = {}): Schema => ({
  type: 'object',
  required: Object.keys(known),
  properties: { ...known, ...perhaps },
});

const leadSummary = {
  leadId: text,
  status,
  dealType,
  vendor: said(text, 'Its id.'),
  vendorName: said(text, 'As it was sent.'),
  receivedAt: time,
  contactId: text,
  customer: said(orNull(ref('Customer')), 'As sent. Null once it was erased.'),
  statusSince: time,
  firstWords: said(text, 'What the customer wrote, in one line of 120 characters at most.'),
};
const workedOn = {
  lostReason: said(text, 'The code of why it is Lost.'),
  answeredAt: said(time, 'When the customer was first answered.'),
  reopened: said(ref('Reopened'), 'It went from Won or Lost back to In Progress.'),
  followUpAt: said(time, 'When somebody wants to turn to the customer again.'),
};
const person = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
export const owner = said(person, 'Who takes care of it.');
const present = said(
  ref('Customer'),
  'As the contact says it now. Absent unless operators mended what was sent.',
);
const byId = said(text, 'The id of the person or token.');
const changeable = { anyOf: [text, person, { type: 'null' }] };
const changedAt = said(time, 'When somebody changed it last.');
const customer = { firstName: text, lastName: text, email: text, phone: text };
const contact = { ...customer, zip: text };
const share = { type: 'number', minimum: 0, maximum: 1 };
const milliseconds = said(whole, 'Milliseconds.');
/** What the report says of a group of leads, beside what they have in common. */
function counted<C>(columns: readonly ReportColumn<C>[], common: object = {}, perhaps: object = {}) {
  const shape = ({ unit, says }: ReportColumn<C>) => {
    const plain = unit === 'share' ? share : whole;
    return says === undefined ? plain : said(plain, says);
  };
  const fields = (isLeads: boolean) =>
    columns.flatMap((column) =>
      (column.unit === 'leads') === isLeads ? [[column.name, shape(column)] as const] : [],
    );
  return object(
    { ...common, ...Object.fromEntries(fields(true)) },
    { ...perhaps, ...Object.fromEntries(fields(false)) },
  );
}
const ofAnswers = answerColumns(0);
const addedVendor = { vendor: said(text, 'Its id.'), name: text, created: time };
const key = {
  keyId: text,
  vendor: said(text, 'Its id.'),
  hint: said(text, 'Its first characters.'),
  state: { type: 'string', enum: ['active', 'replaced', 'expired', 'revoked'] },
  created: time,
};
const keyPerhaps = { expires: time, revoked: time, replacedBy: text, lastUsed: time };
const keyText = { key: said(text, 'In plain text: in this answer alone.') };
export const pausedBecause = { type: 'string', enum: ['operator', 'gone', 'failing'] };
const hook = {
  hook: said(text, 'Its id.'),
  url: text,
  operator: said(flag, 'Whether it is the operator’s own.'),
  events: list({ type: 'string', enum: hookEventTypes }),
  created: time,
  paused: flag,
};
const hookPerhaps = {
  vendor: said(text, 'The id of the vendor whose it is.'),
  pausedBecause,
  failingSince: time,
};
const eventType = { type: 'string', enum: [...hookEventTypes, 'hook.test'] };
const tried = { at: time, duration: said(whole, 'Milliseconds.') };
const triedPerhaps = { status: said(whole, 'HTTP status.'), error: text };
const changed = said(flag, 'Whether it was otherwise before.');

/** What the operations answer. The objects are those that the command line prints with `--json`. */
export const answerSchemas = {
  LeadPage: object(
    { leads: list(ref('LeadSummary')), more: said(flag, 'Whether there are more already.') },
    {
      next: said(
        text,
        'The cursor to continue from. With the oldest first, also after the last page; in any other order, absent then.',
      ),
    },
  ),
  ChangePage: object({
    leads: list(ref('LeadSummary')),
    next: said(text, 'Where to go on, also after the last page.'),
    more: said(flag, 'Whether there are more already.'),
  }),
  LeadSummary: object(leadSummary, { owner, present, changedAt, ...workedOn, answer: ref('Answer') }),
  Answer: object(
    {
      since: said(time, 'When it was received, or last reopened.'),
      elapsed: said(milliseconds, 'Milliseconds that count, until the answer or until now.'),
      due: said(time, 'Later than this is late.'),
      late: flag,
    },
    { answeredAt: time },
  ),
  Reopened: object({ at: time }, { answeredAt: said(time, 'When the customer was first answered since.') }),
  Lead: object(
    {
      ...leadSummary,
      notes: text,
      vehicle: ref('Vehicle'),
      contact: said(orNull(ref('Contact')), 'As it is now. Null once it was erased.'),
      history: said(list(ref('StatusChange')), 'The oldest first.'),
      activities: said(list(ref('Activity')), 'What was written down and done, the oldest first.'),
      assignments: said(list(ref('OwnerChange')), 'Its latest hundred changes of owner, the oldest first.'),
      deliveries: said(list(ref('Delivery')), 'What webhooks were told, the newest first.'),
    },
    {
      owner,
      present,
      changedAt,
      ...workedOn,
      answer: ref('Answer'),
      externalId: said(text, 'The vendor’s own id of it.'),
      contactErased: time,
    },
  ),
  Vehicle: object({}, { year: text, make: text, model: text, miles: text }),
  Customer: object({ firstName: text }, customer),
  Contact: object({ firstName: text }, contact),
  StatusChange: object(
    { status, at: time, by: said(text, 'Who did it.') },
    {
      byId,
      reason: text,
      lostReason: workedOn.lostReason,
      followUpAt: said(time, 'The follow-up that it ended.'),
    },
  ),
  Activity: object({ kind: { type: 'string', enum: activityKinds }, at: time, by: text }, { byId, text }),
  OwnerChange: object({ at: time, by: text }, { byId, from: person, to: person }),
  Noted: object(
    { leadId: text, activity: ref('Activity') },
    { answeredAt: time, reopened: ref('Reopened'), followUpAt: time },
  ),
  FollowUp: object({ leadId: text, changed }, { followUpAt: time, from: said(time, 'When it was before.') }),
  LostReasonList: object({ reasons: list(ref('LostReason')) }),
  LostReason: object({
    code: text,
    words: said(text, 'As people read it.'),
    counts: said(flag, 'Whether such a lead counts in the win rate.'),
  }),
  Delivery: object(
    {
      event: said(text, 'Its id.'),
      type: eventType,
      status,
      at: time,
      hook: text,
      host: said(text, 'Of the webhook’s address.'),
      outcome: { type: 'string', enum: ['waiting', 'paused', 'delivered', 'retrying', 'failed'] },
      tries: whole,
    },
    { lastTry: ref('Try'), nextTry: time },
  ),
  Try: object(tried, triedPerhaps),
  Move: object(
    { leadId: text, status, from: status, changed },
    { lostReason: workedOn.lostReason, activity: ref('Activity') },
  ),
  Moves: object({ moved: said(list(ref('Moved')), 'In the order of the request.') }),
  Moved: object(
    { id: said(text, 'As in the request.') },
    {
      leadId: text,
      status,
      from: status,
      changed,
      refused: said(text, 'Why it stays as it is, in a sentence.'),
      reason: said(text, 'Such as `changed-meanwhile`.'),
      last: said(object({ status, by: text, at: time }), 'The change that stands in the way.'),
    },
  ),
  Assignment: object({ leadId: text, changed }, { owner, from: said(person, 'Who took care of it before.') }),
  PersonList: object({ people: said(list(ref('Person')), 'Sorted by name.') }),
  Person: object({ id: text, name: text, hasLeft: said(flag, 'Their leads were handed over.') }),
  AddedPerson: object({ id: text, name: text }, { email: text, role: { type: 'string', enum: deskRoles } }),
  ContactList: object({ contacts: list(ref('ContactRow')), more: flag }),
  ContactRow: object({ contactId: text, firstName: text }, contact),
  ContactRecord: object(
    {
      contactId: text,
      contact: said(orNull(ref('Contact')), 'Null once it was erased.'),
      leads: said(list(ref('LeadSummary')), 'The oldest first.'),
      more: flag,
    },
    { contactErased: time, mergedIds: said(list(text), 'Of the contacts that became a part of it.') },
  ),
  ContactFile: object(
    {
      exportedAt: time,
      contactId: text,
      contact: said(orNull(ref('ContactInFile')), 'Null once it was erased.'),
      mergedIds: said(list(text), 'Of the contacts that became a part of it.'),
      leadsUnderOtherNames: said(
        whole,
        'How many of its leads came under another first name: perhaps another person’s.',
      ),
      leads: said(list(ref('LeadFile')), 'The oldest first.'),
    },
    { contactErased: time },
  ),
  ContactInFile: object({ firstName: text, keys: said(list(text), 'By what leads find it.') }, contact),
  LeadFile: object(
    {
      leadId: text,
      contactId: text,
      vendorId: text,
      vendorName: said(text, 'As it was sent.'),
      customer: said(orNull(ref('Customer')), 'As sent. Null once it was erased.'),
      dealType,
      notes: text,
      vehicle: ref('Vehicle'),
      receivedAt: time,
      status,
      history: said(list(ref('StatusChange')), 'The oldest first.'),
      activities: said(list(ref('Activity')), 'What was written down and done, the oldest first.'),
      told: said(list(ref('Told')), 'What webhooks were told in the last 30 days, the newest first.'),
      refused: said(list(ref('RefusedRequest')), 'The requests with its id that were refused.'),
    },
    {
      owner: said(text, 'The id of the person who takes care of it.'),
      changedAt,
      ...workedOn,
      externalId: said(text, 'The vendor’s own id of it.'),
      idempotency: object({ key: text }, { fingerprint: said(text, 'Of what was sent.') }),
    },
  ),
  Told: object(
    {
      event: said(text, 'Its id.'),
      type: eventType,
      status,
      at: time,
      hook: text,
      tries: list(ref('ToldTry')),
    },
    {
      host: said(text, 'Of the webhook’s address.'),
      vendor: said(text, 'Whose webhook it is; absent if it is the operator’s own.'),
      nextTry: time,
    },
  ),
  ToldTry: object(tried, { ...triedPerhaps, answer: said(text, 'What the receiver answered.') }),
  ContactEdit: object({
    contactId: text,
    contact: ref('Contact'),
    changed: list({ type: 'string', enum: contactFields }),
  }),
  Merge: object(
    {
      contactId: said(text, 'Of the contact that is kept.'),
      mergedId: text,
      leads: said(whole, 'How many it gets.'),
      filled: list({ type: 'string', enum: contactFields }),
      merged: flag,
    },
    { already: said(flag, 'It was a part of it before.') },
  ),
  VendorList: object({ vendors: list(ref('Vendor')) }),
  Vendor: object({ ...addedVendor, keys: said(whole, 'How many it was ever issued.') }),
  AddedVendor: object(addedVendor),
  KeyList: object({ vendor: text, keys: list(ref('Key')) }),
  Key: object(key, keyPerhaps),
  FreshKey: object({ ...keyText, ...key }, keyPerhaps),
  RotatedKey: object({ ...keyText, ...key, replaces: text, oldExpires: time }, keyPerhaps),
  RefusedRequestList: object({ vendor: said(text, 'Its id.'), requests: list(ref('RefusedRequest')) }),
  RefusedRequest: object(
    {
      at: time,
      requestId: said(text, 'In the response’s header `X-Request-Id`.'),
      status: said(whole, 'HTTP status.'),
      reason: said(text, 'Such as `invalid-lead`.'),
    },
    {
      externalId: said(text, 'The vendor’s own id of the lead.'),
      problems: said(list(text), 'Which field broke which rule, such as `phone invalid-phone`.'),
    },
  ),
  HookList: object({ hooks: list(ref('Hook')) }),
  Hook: object(hook, hookPerhaps),
  FreshHook: object({ ...hook, secret: text }, hookPerhaps),
  RemovedHook: object({ ...hook, removed: flag }, hookPerhaps),
  AttemptList: object({ attempts: list(ref('Attempt')) }),
  Attempt: object(
    { event: said(text, 'Its id.'), type: eventType, ...tried },
    { ...triedPerhaps, leadId: text, answer: said(text, 'What the receiver answered.') },
  ),
  TestedHook: object({ event: said(text, 'Its id.') }),
  Replay: object({ hook: text, replayed: said(whole, 'How many events are delivered again.') }),
  Report: object({
    since: time,
    until: said(time, 'Where the span ends: it is not a part of it.'),
    rows: list(ref('ReportRow')),
    days: said(list(ref('ReportDay')), 'Days with leads.'),
    total: ref('Counts'),
    lost: list(ref('LostRow')),
    answers: ref('Answers'),
  }),
  LostRow: object({
    vendor: text,
    vendorName: text,
    dealType,
    lostReason: said(text, 'Its code.'),
    words: said(text, 'For people.'),
    leads: whole,
  }),
  Answers: object({
    within: said(milliseconds, 'The goal, in milliseconds.'),
    hours: said(flag, 'Whether only hours of the desk count.'),
    total: counted(ofAnswers),
    vendors: list(counted(ofAnswers, { vendor: text, vendorName: text })),
    types: list(counted(ofAnswers, { dealType })),
    owners: said(list(counted(ofAnswers, {}, { owner })), 'Without an owner: nobody’s.'),
  }),
  ReportRow: counted(leadColumns, { vendor: text, vendorName: text, dealType }),
  ReportDay: counted(leadColumns, { day: { type: 'string', format: 'date' } }),
  Counts: counted(leadColumns),
  AuditList: object(
    { entries: list(ref('AuditEntry')), more: flag },
    { next: said(text, 'The cursor of the next page; absent after the last one.') },
  ),
  AuditEntry: object(
    { at: time, by: said(text, 'A token as `NAME (token)`.'), action: text, on: said(text, 'An id.') },
    {
      byId,
      from: said(changeable, 'The status, owner or role before; null for nobody.'),
      to: said(changeable, 'The one after, or, if the outcome is not done, the one that was intended.'),
      outcome: said({ type: 'string', enum: ['done', 'refused', 'failed'] }, 'Absent if it is not known.'),
      fields: said(list(text), 'Of a contact: which were to be changed.'),
      merged: text,
    },
  ),
} satisfies Record<string, Schema>;

/** What every refusal has. */
export const problemSchemas = {
  Problem: object(
    { error: said(text, 'A short label, for programs.'), message: said(text, 'A sentence, for people.') },
    {
      errors: said(
        list(ref('FieldProblem')),
        `The fields of the request that are wrong, at most ${MOST_PROBLEMS}: then the message says how many more.`,
      ),
      candidates: said(list(person), 'Who may be meant by a name that means nobody, or several.'),
    },
  ),
  FieldProblem: object({ field: said(text, 'Such as `moves[2].status`.'), error: text, message: text }),
};

/** In words: `viewer, sales or admin`. */
export const roleNames = deskRoles.join(', ').replace(/, (?=[^,]*$)/, ' or ');
