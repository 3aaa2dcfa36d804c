import * as v from 'valibot';
import type { LeadDelivery } from '../../../application/operators/ports/inbound/hook-use-cases.ts';
import type {
  AssignLead,
  MovedLead,
} from '../../../application/operators/ports/inbound/lead-change-use-cases.ts';
import type { LeadPage, ShownLead } from '../../../application/operators/ports/inbound/lead-use-cases.ts';
import type { ChangedDeal } from '../../../application/operators/ports/records.ts';
import type { Activity } from '../../../domain/work/activity.ts';
import { lostReasonOf, statusSince } from '../../../domain/work/deal.ts';
import { summaryOf } from '../../../domain/work/deal-summary.ts';
import { authorNow, type NamedPerson } from '../../../domain/work/person.ts';
import { leadSummary } from './lead-columns.ts';
import { contactView, followUpNow, orNull, ownerView } from './person-views.ts';
import { Delivery, sent } from './shapes/lead-shapes.ts';
import { shownAs } from './shapes/parts.ts';

export const leadPageView = ({ leads, next, more }: LeadPage, people: readonly NamedPerson[]) => ({
  leads: leads.map((lead) => leadSummary(lead, people)),
  next,
  more,
});

/** All that is kept of it, and what webhooks were told. */
export const leadView = (
  { deal, contact, erased, answer, assignments }: ShownLead,
  deliveries: readonly LeadDelivery[],
  people: readonly NamedPerson[],
) => ({
  ...leadSummary({ ...summaryOf(deal), answer }, people),
  ...shownAs(v.object(sent), deal),
  contact: orNull(contactView, contact),
  contactErased: erased,
  history: deal.history.map((change) => ({ ...change, ...authorNow(change, people) })),
  activities: deal.activities.map(({ followUp, ...activity }) => ({
    ...activity,
    ...authorNow(activity, people),
    followUp: followUp && {
      from: followUpNow(followUp.from, people),
      to: followUpNow(followUp.to, people),
    },
  })),
  assignments: assignments.map(({ at, from, to, ...author }) => ({
    at,
    ...authorNow(author, people),
    from: ownerView(from ?? undefined, people),
    to: ownerView(to ?? undefined, people),
  })),
  deliveries: deliveries.map(deliveryView),
});

const deliveryView = ({ event, hookId: hook, due: nextTry, ...told }: LeadDelivery) =>
  shownAs(Delivery, { ...event, ...told, event: event.id, hook, nextTry });

export const moveView = ({ before, after }: ChangedDeal) => ({
  leadId: after.id,
  status: after.status,
  from: before.status,
  changed: before.status !== after.status,
  statusSince: statusSince(after),
  lostReason: lostReasonOf(after),
  activity: after.activities[before.activities.length],
  ...followUpAfter({ before, after }),
});

/** What became of it, if anything did. */
const followUpAfter = ({ before, after }: ChangedDeal) => ({
  followUp: after.followUp,
  endedFollowUp: after.followUp ? undefined : before.followUp?.at,
});

export const assignmentView = (
  { before, after, at }: Awaited<ReturnType<AssignLead>>,
  people: readonly NamedPerson[],
) => ({
  leadId: after.id,
  at,
  owner: ownerView(after.owner, people),
  from: ownerView(before.owner, people),
  changed: before.owner !== after.owner,
});

export const noteView = ({ before, after }: ChangedDeal) => ({
  leadId: after.id,
  activity: after.activities.at(-1) as Activity, // which was added
  answeredAt: after.answeredAt,
  reopened: after.reopened,
  followUpAt: after.followUp?.at,
  ...followUpAfter({ before, after }),
});

export const followUpView = ({ before, after }: ChangedDeal) => ({
  leadId: after.id,
  followUpAt: after.followUp?.at,
  followUp: after.followUp,
  activity: after.activities[before.activities.length],
  from: before.followUp?.at,
  changed: before.followUp !== after.followUp,
});

/** One of many moves. */
export function movedView(moved: MovedLead) {
  if ('refused' in moved) {
    const { id, refused, reason, last, followUp } = moved;
    return {
      ...{ id, refused, ...(followUp && { reason, followUp }) },
      ...(last && { reason, last: { status: last.status, by: last.by, at: last.at } }),
    };
  }
  const { since: _s, was, ...shown } = moved;
  return { ...shown, changed: moved.from !== moved.status, ended: was.ended };
}
