import * as v from 'valibot';
import { entryKinds } from '../../../../domain/work/activity.ts';
import { leadColumns } from '../lead-columns.ts';
import { shapesOf } from '../list.ts';
import {
  byId,
  Contact,
  changed,
  eventType,
  FollowUpMade,
  lostReason,
  owner,
  person,
  Reopened,
  status,
  Vehicle,
} from './lead-parts.ts';
import { flag, list, milliseconds, perhaps, ref, said, text, time, whole } from './parts.ts';

export * from './lead-parts.ts';

const changes = 'The oldest first.';
export const summary = shapesOf(leadColumns);

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
  followUpAt: perhaps(said(time, 'Of the follow-up that it ended.')),
});

export const Activity = v.object({
  kind: v.picklist(entryKinds),
  at: time,
  by: text,
  byId: perhaps(byId),
  text: perhaps(text),
  followUp: perhaps(
    said(
      v.object({ from: perhaps(FollowUpMade), to: perhaps(FollowUpMade) }),
      'What became of the follow-up with it; without `to` it ended.',
    ),
  ),
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

/** Which event was told, and to whom. */
export const toldEvent = { event: said(text, 'Its id.'), type: eventType, status, at: time, hook: text };

export const Delivery = v.object({
  ...toldEvent,
  host: said(text, 'Of the webhook’s address.'),
  outcome: v.picklist(['waiting', 'paused', 'delivered', 'retrying', 'failed']),
  tries: whole,
  lastTry: perhaps(Try),
  nextTry: perhaps(time),
});

/** One try of an event, with what came back. */
export const triedAndAnswered = { ...tried, answer: perhaps(said(text, 'What the receiver answered.')) };

/** What a lead says beside its customer and its type. */
export const sent = {
  notes: text,
  vehicle: Vehicle,
  externalId: perhaps(said(text, 'The vendor’s own id of it.')),
};

export const Lead = v.object({
  ...summary,
  ...sent,
  contact: said(v.nullable(Contact), 'As it is now. Null once it was erased.'),
  history,
  activities,
  assignments: said(list(OwnerChange), 'Its latest hundred changes of owner, the oldest first.'),
  deliveries: said(list(Delivery), 'What webhooks were told, the newest first.'),
  contactErased: perhaps(time),
});

export const Noted = v.object({
  leadId: text,
  activity: Activity,
  answeredAt: perhaps(time),
  reopened: perhaps(Reopened),
  followUpAt: perhaps(time),
  followUp: summary.followUp,
  endedFollowUp: perhaps(said(time, 'Of the follow-up that it ended.')),
});

export const FollowUp = v.object({
  leadId: text,
  changed,
  followUpAt: perhaps(time),
  followUp: summary.followUp,
  activity: perhaps(ref(Activity, 'The entry that says so, if it changed.')),
  from: perhaps(said(time, 'When it was before.')),
});

export const Move = v.object({
  leadId: text,
  status,
  from: status,
  changed,
  statusSince: said(time, 'Since when it has the status.'),
  lostReason: perhaps(lostReason),
  activity: perhaps(Activity),
  followUp: summary.followUp,
  endedFollowUp: perhaps(said(time, 'Of the follow-up that it ended.')),
});

export type Move = v.InferOutput<typeof Move>;

export const Moved = v.object({
  id: said(text, 'As in the request.'),
  leadId: perhaps(text),
  status: perhaps(status),
  from: perhaps(status),
  changed: perhaps(changed),
  ended: perhaps(ref(FollowUpMade, 'The follow-up that it ended.')),
  refused: perhaps(said(text, 'Why it stays as it is, in a sentence.')),
  reason: perhaps(said(text, 'Such as `changed-meanwhile`.')),
  last: perhaps(said(v.object({ status, by: text, at: time }), 'The change that stands in the way.')),
  followUp: perhaps(ref(FollowUpMade, 'What somebody else has promised, and stands in the way.')),
});

export const Moves = v.object({ moved: said(list(Moved), 'In the order of the request.') });

export const Assignment = v.object({
  leadId: text,
  at: said(time, 'As of when.'),
  changed,
  owner: perhaps(owner),
  from: perhaps(said(person, 'Who took care of it before.')),
});
export type Assignment = v.InferOutput<typeof Assignment>;

export const LostReason = v.object({
  code: text,
  words: said(text, 'As people read it.'),
  counts: said(flag, 'Whether such a lead counts in the win rate.'),
});

export const LostReasonList = v.object({ reasons: list(LostReason) });
