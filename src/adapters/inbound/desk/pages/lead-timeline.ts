import type {
  OwnerChange,
  ShownLead,
} from '../../../../application/operators/ports/inbound/lead-use-cases.ts';
import { isFinal } from '../../../../domain/intake/lead-status.ts';
import { type Activity, isAnswer } from '../../../../domain/work/activity.ts';
import type { Deal, StatusChange } from '../../../../domain/work/deal.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { authorName, type NamedPerson } from '../../../../domain/work/person.ts';
import { assignmentText, followUpParts, lostReasonText } from '../../operators/lead-words.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { lostMark, statusMark } from './lead-list.ts';
import { kindNames } from './lead-next.ts';

interface Names {
  readonly people: readonly NamedPerson[];
  readonly lostReasons: readonly LostReason[];
}

/** What happened to the lead and what was done with it, the newest first. */
export function timelinePart({ deal, assignments }: ShownLead, names: Names): Html {
  const entries = [
    ...deal.history.map((change, place) => ({ at: change.at, item: moveItem(deal, place, change, names) })),
    ...deal.activities.map((activity) => ({ at: activity.at, item: activityItem(deal, activity, names) })),
    ...assignments.map((assignment) => ({ at: assignment.at, item: assignmentItem(assignment, names) })),
  ];
  const newestFirst = entries.toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return html`<section class="panel" aria-labelledby="history"><h2 id="history">Timeline</h2>
<ol class="history">${newestFirst.map(({ item }) => item)}</ol></section>`;
}

function moveItem(deal: Deal, place: number, change: StatusChange, { people, lostReasons }: Names): Html {
  const { status, at, reason, lostReason } = change;
  const by = apart(authorName(change, people));
  const before = deal.history[place - 1];
  const isReopening = before !== undefined && isFinal(before.status) && !isFinal(status);
  const isNoted = deal.activities.some((each) => isAnswer(each) && each.at.getTime() === at.getTime());
  const who = before ? html`by ${by}` : html`received from ${apart(deal.vendorName)}, ${by}`;
  const mark =
    lostReason === undefined ? statusMark(status) : lostMark(lostReasonText(lostReason, lostReasons));
  return html`<li>${mark} ${timeOf(at)}
<span class="soft">${!isNoted && answerMark(deal, at)}${isReopening && 'reopened '}${who}</span>
${textPart(reason)}</li>`;
}

const activityItem = (deal: Deal, activity: Activity, { people }: Names): Html =>
  html`<li class="did"><span class="chip">${kindNames[activity.kind]}</span> ${timeOf(activity.at)}
<span class="soft">${isAnswer(activity) && answerMark(deal, activity.at)}by ${apart(authorName(activity, people))}</span>
${followUpPart(activity, people)}${textPart(activity.text)}</li>`;

/** What became of the follow-up with it. */
function followUpPart(activity: Activity, people: readonly NamedPerson[]): Html | false {
  const parts = followUpParts(activity, people);
  return parts.length > 0 && html`<div class="reason">${parts}</div>`;
}

const assignmentItem = (assignment: OwnerChange, { people }: Names): Html =>
  html`<li class="did">${apart(assignmentText(assignment, people))} ${timeOf(assignment.at)}
<span class="soft">by ${apart(authorName(assignment, people))}</span></li>`;

/** What was the first answer to the customer says so. */
const answerMark = ({ answeredAt, reopened }: Deal, at: Date): string | false =>
  [answeredAt, reopened?.answeredAt].some((answer) => answer?.getTime() === at.getTime()) && 'first answer, ';

const textPart = (text: string | undefined): Html | false =>
  text !== undefined && html`<div class="reason" dir="auto">${text}</div>`;
