import * as v from 'valibot';
import type { Try as TriedOnce } from '#operators/application/events/ports/deliveries.ts';
import type { LeadDelivery } from '#operators/application/ports/inbound/hook-use-cases.ts';
import type {
  AssignLead,
  ChangedAt,
  MovedLead,
} from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import type {
  OwnerChange as Assigned,
  ListedLead,
  LeadPage as Page,
  ShownLead,
} from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { ChangedDeal } from '#operators/application/ports/records.ts';
import { activityId, type Activity as Entry, entryKinds } from '#operators/domain/work/activity.ts';
import { summaryOf } from '#operators/domain/work/deal-summary.ts';
import { authorNow } from '#operators/domain/work/person.ts';
import { lostReasonOf, statusSince, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { LeadSummary } from '../lead-columns.ts';
import { json, viewOf } from '../view.ts';
import {
  byId,
  Contact,
  changed,
  eventType,
  FollowUpMade,
  lostReason,
  owner,
  type People,
  person,
  Reopened,
  status,
  Vehicle,
} from './lead-parts.ts';
import {
  flag,
  ifAny,
  leadId,
  list,
  milliseconds,
  orNull,
  perhaps,
  ref,
  said,
  text,
  time,
  whole,
} from './parts.ts';

export * from './lead-parts.ts';

export { LeadSummary };

const changes = 'The oldest first.';
const summary = LeadSummary.entries;

const leads = json(list(LeadSummary), (page: Pick<Page, 'leads'>, context: People) =>
  page.leads.map((lead) => LeadSummary.of(lead, context)),
);
const more = said(flag, 'Whether there are more already.');

export const LeadPage = viewOf<Page, People>()({
  leads,
  more,
  next: perhaps(
    said(
      text,
      'The cursor to continue from. With the oldest first, also after the last page; in any other order, absent then.',
    ),
  ),
});

export const ChangePage = viewOf<Page & { readonly next: string }, People>()({
  leads,
  next: said(text, 'Where to go on, also after the last page.'),
  more,
});

const author = { by: text, byId: perhaps(byId) };
export const StatusChange = v.object({
  status,
  at: time,
  ...author,
  by: said(text, 'Who did it.'),
  reason: perhaps(text),
  lostReason: perhaps(lostReason),
  followUpAt: perhaps(said(time, 'Of the follow-up that it ended.')),
});

export const Activity = viewOf<Numbered, People>()({
  id: json(said(text, 'By which it is struck: of its lead.'), ({ place }) => activityId(place)),
  kind: v.picklist(entryKinds),
  at: time,
  by: json(text, (entry, { people }) => authorNow(entry, people).by),
  byId: json(perhaps(byId), (entry, { people }) => authorNow(entry, people).byId),
  text: perhaps(text),
  followUp: json(
    perhaps(
      said(
        v.object({ from: perhaps(FollowUpMade), to: perhaps(FollowUpMade) }),
        'What became of the follow-up with it; without `to` it ended.',
      ),
    ),
    ({ followUp }, context) =>
      ifAny(followUp, ({ from, to }) => ({
        from: ifAny(from, (made) => FollowUpMade.of(made, context)),
        to: ifAny(to, (made) => FollowUpMade.of(made, context)),
      })),
  ),
  struckAt: json(
    perhaps(said(time, 'When its author took it back: it counts no more.')),
    ({ struck }) => struck?.at,
  ),
  struckBy: json(perhaps(text), ({ struck }, { people }) => struck && authorNow(struck, people).by),
});

/** An activity of a lead, with its place in the log. */
type Numbered = Entry & { readonly place: number };

const numbered = ({ activities }: Pick<WorkedDeal, 'activities'>): readonly Numbered[] =>
  activities.map((entry, place) => ({ ...entry, place }));

/** The activities of a lead. */
export const entriesOf = (deal: Pick<WorkedDeal, 'activities'>, context: People) =>
  numbered(deal).map((entry) => Activity.of(entry, context));

export const OwnerChange = v.object({ at: time, ...author, from: perhaps(person), to: perhaps(person) });

export const history = said(list(StatusChange), changes);
export const activities = said(list(Activity), 'What was written down and done, the oldest first.');

export const Try = viewOf<Omit<TriedOnce, 'answer'>>()({
  at: time,
  duration: milliseconds,
  status: perhaps(said(whole, 'HTTP status.')),
  error: perhaps(text),
});

type Told = Pick<LeadDelivery, 'event' | 'hookId'>;

/** An event and the hook that it was sent to. */
export const toldEvent = {
  event: json(said(text, 'Its id.'), ({ event }: Told) => event.id),
  type: json(eventType, ({ event }: Told) => event.type),
  status: json(status, ({ event }: Told) => event.status),
  at: json(time, ({ event }: Told) => event.at),
  hook: json(text, ({ hookId }: Told) => hookId),
};

export const Delivery = viewOf<LeadDelivery>()({
  ...toldEvent,
  host: said(text, 'Of the webhook’s address.'),
  outcome: v.picklist(['waiting', 'paused', 'delivered', 'retrying', 'failed']),
  tries: whole,
  lastTry: json(perhaps(Try), ({ lastTry }) => ifAny(lastTry, Try.of)),
  nextTry: json(perhaps(time), ({ due }) => due),
});

/** A try to deliver an event, with the receiver's answer. */
export const triedAndAnswered = { ...Try.fields, answer: perhaps(said(text, 'What the receiver answered.')) };

/** The content of a lead beside its customer and type. */
export const sent = {
  notes: text,
  vehicle: Vehicle,
  externalId: perhaps(said(text, 'The vendor’s own id of it.')),
};

/** A lead as lists and its page have it, with its deliveries to webhooks. */
type WholeLead = ListedLead & ShownLead & { readonly deliveries: readonly LeadDelivery[] };

export const wholeLead = (shown: ShownLead, deliveries: readonly LeadDelivery[]): WholeLead => ({
  ...summaryOf(shown.deal),
  ...shown,
  deliveries,
});

export const Lead = viewOf<WholeLead, People>()({
  ...LeadSummary.fields,
  notes: json(sent.notes, ({ deal }) => deal.notes),
  vehicle: json(sent.vehicle, ({ deal }) => deal.vehicle),
  externalId: json(sent.externalId, ({ deal }) => deal.externalId),
  contact: json(said(v.nullable(Contact), 'As it is now. Null once it was erased.'), ({ contact }) =>
    orNull(contact, Contact.of),
  ),
  history: json(history, ({ deal }, { people }) =>
    deal.history.map((change) => ({ ...change, ...authorNow(change, people) })),
  ),
  activities: json(activities, ({ deal }, context) => entriesOf(deal, context)),
  assignments: json(
    said(list(OwnerChange), 'Its latest hundred changes of owner, the oldest first.'),
    ({ assignments }, context) => assignments.map((each) => assignedNow(each, context)),
  ),
  deliveries: json(said(list(Delivery), 'What webhooks were told, the newest first.'), (lead) =>
    lead.deliveries.map((each) => Delivery.of(each)),
  ),
  contactErased: json(perhaps(time), ({ erased }) => erased),
});

const assignedNow = ({ at, from, to, ...author }: Assigned, context: People) => ({
  at,
  ...authorNow(author, context.people),
  from: ifAny(from ?? undefined, (id) => person.of(id, context)),
  to: ifAny(to ?? undefined, (id) => person.of(id, context)),
});

const changedLead = json(leadId, ({ after }: ChangedDeal) => after.id);
const followUp = json(summary.followUp, ({ after }: ChangedDeal, context: People) =>
  ifAny(after.followUp, (made) => FollowUpMade.of(made, context)),
);
const followUpAt = json(perhaps(time), ({ after }: ChangedDeal) => after.followUp?.at);
const endedFollowUp = json(
  perhaps(said(time, 'Of the follow-up that it ended.')),
  ({ before, after }: ChangedDeal) => (after.followUp ? undefined : before.followUp?.at),
);
const added = ({ before, after }: ChangedDeal, context: People) =>
  ifAny(numbered(after)[before.activities.length], (entry) => Activity.of(entry, context));
/** The person who became the owner by answering or moving a lead that had none. */
const taken = json(
  perhaps(said(owner, 'Whose it became with that: it was nobody’s.')),
  ({ before, after }: ChangedDeal, context: People) =>
    before.owner === after.owner ? undefined : ifAny(after.owner, (id) => person.of(id, context)),
);

export const Noted = viewOf<ChangedDeal, People>()({
  leadId: changedLead,
  activity: json(
    Activity,
    (changed, context) => added(changed, context) as NonNullable<ReturnType<typeof added>>,
  ), // there always is one
  answeredAt: json(perhaps(time), ({ after }) => after.answeredAt),
  reopened: json(perhaps(Reopened), ({ after }) => after.reopened),
  followUpAt,
  followUp,
  endedFollowUp,
  taken,
});

export type Noted = v.InferOutput<typeof Noted>;

/** The result of striking an activity. */
export const Strike = viewOf<ChangedDeal & { readonly id: string }, People>()({
  leadId: changedLead,
  activity: json(Activity, ({ after, id }, context) => {
    const entry = numbered(after).find(({ place }) => activityId(place) === id);
    return Activity.of(entry as Numbered, context); // exists: else it could not be struck
  }),
  changed: json(said(flag, 'Whether it stood before.'), ({ before, after }) => before !== after),
  answeredAt: json(perhaps(time), ({ after }) => after.answeredAt),
});

export const FollowUp = viewOf<ChangedDeal, People>()({
  leadId: changedLead,
  changed: json(changed, ({ before, after }) => before.followUp !== after.followUp),
  followUpAt,
  followUp,
  activity: json(perhaps(ref(Activity, 'The entry that says so, if it changed.')), added),
  from: json(perhaps(said(time, 'When it was before.')), ({ before }) => before.followUp?.at),
});

export const Move = viewOf<ChangedAt, People>()({
  leadId: changedLead,
  at: said(time, 'When it was ordered: at most `statusSince`, which is later than that of the move before.'),
  status: json(status, ({ after }) => after.status),
  from: json(status, ({ before }) => before.status),
  changed: json(changed, ({ before, after }) => before.status !== after.status),
  statusSince: json(said(time, 'Since when it has the status.'), ({ after }) => statusSince(after)),
  lostReason: json(perhaps(lostReason), ({ after }) => lostReasonOf(after)),
  activity: json(perhaps(Activity), added),
  followUp,
  endedFollowUp,
  taken,
});

export type Move = v.InferOutput<typeof Move>;

const lastChange = v.object({ status, by: text, at: time });
const made = (moved: MovedLead) => ('refused' in moved ? undefined : moved);
const refusal = (moved: MovedLead) => ('refused' in moved ? moved : undefined);

export const Moved = viewOf<MovedLead>()({
  id: said(text, 'As in the request.'),
  leadId: json(perhaps(leadId), (moved) => made(moved)?.leadId),
  status: json(perhaps(status), (moved) => made(moved)?.status),
  from: json(perhaps(status), (moved) => made(moved)?.from),
  changed: json(perhaps(changed), (moved) => ifAny(made(moved), ({ from, status }) => from !== status)),
  ended: json(perhaps(ref(FollowUpMade, 'The follow-up that it ended.')), (moved) => made(moved)?.was.ended),
  refused: json(
    perhaps(said(text, 'Why it stays as it is, in a sentence.')),
    (moved) => refusal(moved)?.refused,
  ),
  reason: json(perhaps(said(text, 'Such as `changed-meanwhile`.')), (moved) => {
    const { last, followUp, reason } = refusal(moved) ?? {};
    return last || followUp ? reason : undefined;
  }),
  last: json(perhaps(said(lastChange, 'The change that stands in the way.')), (moved) =>
    ifAny(refusal(moved)?.last, ({ status, by, at }) => ({ status, by, at })),
  ),
  followUp: json(
    perhaps(ref(FollowUpMade, 'What somebody else has promised, and stands in the way.')),
    (moved) => refusal(moved)?.followUp,
  ),
});

export const Moves = v.object({ moved: said(list(Moved), 'In the order of the request.') });

export const Assignment = viewOf<Awaited<ReturnType<AssignLead>>, People>()({
  leadId: changedLead,
  at: said(time, 'As of when.'),
  changed: json(changed, ({ before, after }) => before.owner !== after.owner),
  owner: json(perhaps(owner), ({ after }, context) => ifAny(after.owner, (id) => person.of(id, context))),
  from: json(perhaps(said(person, 'Who took care of it before.')), ({ before }, context) =>
    ifAny(before.owner, (id) => person.of(id, context)),
  ),
});
export type Assignment = v.InferOutput<typeof Assignment>;

export const LostReason = v.object({
  code: text,
  words: said(text, 'As people read it.'),
  counts: said(flag, 'Whether such a lead counts in the win rate.'),
});

export const LostReasonList = v.object({ reasons: list(LostReason) });
