import * as v from 'valibot';
import { hookEventTypes } from '../../../../domain/events/lead-event.ts';
import { dealTypes } from '../../../../domain/intake/deal-type.ts';
import { leadStatuses } from '../../../../domain/intake/lead-status.ts';
import { activityKinds } from '../../../../domain/work/activity.ts';
import { flag, list, milliseconds, perhaps, ref, said, text, time, whole } from './parts.ts';

export const status = v.picklist(leadStatuses);
export const dealType = v.picklist(dealTypes);
export const person = v.object({ id: text, name: text });
export const owner = said(person, 'Who takes care of it.');
export const eventType = v.picklist([...hookEventTypes, 'hook.test']);
export const byId = said(text, 'The id of the person or token.');
export const changed = said(flag, 'Whether it was otherwise before.');
export const lostReason = said(text, 'The code of why it is Lost.');
export const changedAt = said(time, 'When somebody changed it last.');
const changes = 'The oldest first.';

export const Vehicle = v.object({
  year: perhaps(text),
  make: perhaps(text),
  model: perhaps(text),
  miles: perhaps(text),
});

const person4 = { firstName: text, lastName: perhaps(text), email: perhaps(text), phone: perhaps(text) };
export const Customer = v.object(person4);
export const contact = { ...person4, zip: perhaps(text) };
export const Contact = v.object(contact);
export const customer = said(v.nullable(Customer), 'As sent. Null once it was erased.');

export const Answer = v.object({
  since: said(time, 'When it was received, or last reopened.'),
  elapsed: said(whole, 'Milliseconds that count, until the answer or until now.'),
  due: said(time, 'Later than this is late.'),
  late: flag,
  answeredAt: perhaps(time),
});

export const Reopened = v.object({
  at: time,
  answeredAt: perhaps(said(time, 'When the customer was first answered since.')),
});

export const worked = {
  lostReason: perhaps(lostReason),
  answeredAt: perhaps(said(time, 'When the customer was first answered.')),
  reopened: perhaps(ref(Reopened, 'It went from Won or Lost back to In Progress.')),
  followUpAt: perhaps(said(time, 'When somebody wants to turn to the customer again.')),
};

export const present = ref(
  Customer,
  'Who the customer is since operators mended it. Absent unless they mended what was sent.',
);

const summary = {
  leadId: text,
  status,
  dealType,
  vendor: said(text, 'Its id.'),
  vendorName: said(text, 'As it was sent.'),
  receivedAt: time,
  contactId: text,
  customer,
  statusSince: time,
  firstWords: said(text, 'What the customer wrote, in one line of 120 characters at most.'),
  owner: perhaps(owner),
  present: perhaps(present),
  changedAt: perhaps(changedAt),
  ...worked,
  answer: perhaps(Answer),
};

export const LeadSummary = v.object(summary);

const leads = list(LeadSummary);
const more = said(flag, 'Whether there are more already.');

export const LeadPage = v.object({
  leads,
  more,
  next: perhaps(
    said(
      text,
      'The cursor to continue from. With the oldest first, also after the last page; in any other order, absent then.',
    ),
  ),
});

export const ChangePage = v.object({
  leads,
  next: said(text, 'Where to go on, also after the last page.'),
  more,
});

export const StatusChange = v.object({
  status,
  at: time,
  by: said(text, 'Who did it.'),
  byId: perhaps(byId),
  reason: perhaps(text),
  lostReason: perhaps(lostReason),
  followUpAt: perhaps(said(time, 'The follow-up that it ended.')),
});

export const Activity = v.object({
  kind: v.picklist(activityKinds),
  at: time,
  by: text,
  byId: perhaps(byId),
  text: perhaps(text),
});

export const OwnerChange = v.object({
  at: time,
  by: text,
  byId: perhaps(byId),
  from: perhaps(person),
  to: perhaps(person),
});

export const history = said(list(StatusChange), changes);
export const activities = said(list(Activity), 'What was written down and done, the oldest first.');

const tried = {
  at: time,
  duration: milliseconds,
  status: perhaps(said(whole, 'HTTP status.')),
  error: perhaps(text),
};
export const Try = v.object(tried);

export const Delivery = v.object({
  event: said(text, 'Its id.'),
  type: eventType,
  status,
  at: time,
  hook: text,
  host: said(text, 'Of the webhook’s address.'),
  outcome: v.picklist(['waiting', 'paused', 'delivered', 'retrying', 'failed']),
  tries: whole,
  lastTry: perhaps(Try),
  nextTry: perhaps(time),
});

/** One try of an event, with what came back. */
export const triedAndAnswered = { ...tried, answer: perhaps(said(text, 'What the receiver answered.')) };

export const Lead = v.object({
  ...summary,
  notes: text,
  vehicle: Vehicle,
  contact: said(v.nullable(Contact), 'As it is now. Null once it was erased.'),
  history,
  activities,
  assignments: said(list(OwnerChange), 'Its latest hundred changes of owner, the oldest first.'),
  deliveries: said(list(Delivery), 'What webhooks were told, the newest first.'),
  externalId: perhaps(said(text, 'The vendor’s own id of it.')),
  contactErased: perhaps(time),
});

export const Noted = v.object({
  leadId: text,
  activity: Activity,
  answeredAt: perhaps(time),
  reopened: perhaps(Reopened),
  followUpAt: perhaps(time),
  endedFollowUp: perhaps(said(time, 'The follow-up that it ended.')),
});

export const FollowUp = v.object({
  leadId: text,
  changed,
  followUpAt: perhaps(time),
  from: perhaps(said(time, 'When it was before.')),
});

export const Move = v.object({
  leadId: text,
  status,
  from: status,
  changed,
  lostReason: perhaps(lostReason),
  activity: perhaps(Activity),
});

export const Moved = v.object({
  id: said(text, 'As in the request.'),
  leadId: perhaps(text),
  status: perhaps(status),
  from: perhaps(status),
  changed: perhaps(changed),
  refused: perhaps(said(text, 'Why it stays as it is, in a sentence.')),
  reason: perhaps(said(text, 'Such as `changed-meanwhile`.')),
  last: perhaps(said(v.object({ status, by: text, at: time }), 'The change that stands in the way.')),
});

export const Moves = v.object({ moved: said(list(Moved), 'In the order of the request.') });

export const Assignment = v.object({
  leadId: text,
  changed,
  owner: perhaps(owner),
  from: perhaps(said(person, 'Who took care of it before.')),
});

export const LostReason = v.object({
  code: text,
  words: said(text, 'As people read it.'),
  counts: said(flag, 'Whether such a lead counts in the win rate.'),
});

export const LostReasonList = v.object({ reasons: list(LostReason) });
