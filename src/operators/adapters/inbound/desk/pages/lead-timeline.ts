import { isFinal } from '../../../../../domain/lead-status.ts';
import type { OwnerChange, ShownLead } from '../../../../application/ports/inbound/lead-use-cases.ts';
import { type Activity, isAnswer } from '../../../../domain/work/activity.ts';
import { firstWords } from '../../../../domain/work/first-words.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { authorName, type NamedPerson } from '../../../../domain/work/person.ts';
import type { StatusChange, WorkedDeal } from '../../../../domain/work/worked-deal.ts';
import { leadPath, listPath } from '../../presentation/desk-paths.ts';
import {
  assignmentText,
  followUpParts,
  leadName,
  lostReasonText,
  vehicleText,
} from '../../presentation/lead-words.ts';
import { type Html, html, type TimeWriter } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { lostMark, statusMark } from './lead-list.ts';
import { kindNames } from './lead-next.ts';

interface TimelineOptions {
  readonly people: readonly NamedPerson[];
  readonly lostReasons: readonly LostReason[];
  readonly time: TimeWriter;
  /** Whether to show all entries, instead of the newest. */
  readonly all: boolean;
}

const MOST_SHOWN = 50;

/** One thing that was done with a lead. */
interface Entry {
  readonly deal: WorkedDeal;
  readonly at: Date;
  readonly item: Html;
}

/** Everything that happened to the lead and its customer's other leads, newest first. */
export function timelinePart(found: ShownLead, options: TimelineOptions): Html {
  const { deal, others, moreOthers, assignments } = found;
  const entries = [
    ...[...others, deal].flatMap((each) => entriesOf(each, deal, options)),
    ...assignments.map((assignment) => ({
      ...{ deal, at: assignment.at },
      item: assignmentItem(assignment, options),
    })),
  ];
  const newestFirst = entries.toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const shown = options.all ? newestFirst : newestFirst.slice(0, MOST_SHOWN);
  return html`<section class="panel" aria-labelledby="history"><h2 id="history">Timeline</h2>
<ol class="history">${inRuns(shown).map(([of, items]) =>
    of === deal
      ? items
      : html`<li class="of-other"><a href="${leadPath(of.id)}">${apart(otherName(of, deal))}</a>
<ol class="history">${items}</ol></li>`,
  )}</ol>
${
  shown.length < newestFirst.length
    ? html`<p><a href="${leadPath(deal.id)}?all#history">All ${newestFirst.length} entries</a></p>`
    : moreOthers && html`<p><a href="${listPath('/', { contact: deal.contactId })}">All leads</a></p>`
}</section>`;
}

/** Groups successive entries of the same lead. */
function inRuns(entries: readonly Entry[]): (readonly [WorkedDeal, Html[]])[] {
  const runs: (readonly [WorkedDeal, Html[]])[] = [];
  for (const { deal, item } of entries) {
    const last = runs.at(-1);
    if (last?.[0] === deal) last[1].push(item);
    else runs.push([deal, [item]]);
  }
  return runs;
}

/** Words for another lead of the customer: its subject, and its name if that differs. */
function otherName(other: WorkedDeal, deal: WorkedDeal): string {
  const [theirs, name] = [leadName(other), leadName(deal)];
  return [theirs !== name && theirs, vehicleText(other) || other.dealType, other.vendorName]
    .filter(Boolean)
    .join(', ');
}

/** The entries of a lead. Of other leads, those about the follow-up alone are left out. */
const entriesOf = (deal: WorkedDeal, shown: WorkedDeal, names: TimelineOptions): Entry[] => [
  ...deal.history.map((change, place) => ({
    ...{ deal, at: change.at },
    item: moveItem(deal, place, change, { ...names, isOther: deal !== shown }),
  })),
  ...deal.activities
    .filter(({ kind }) => deal === shown || kind !== 'follow-up')
    .map((activity) => ({ deal, at: activity.at, item: activityItem(deal, activity, names) })),
];

function moveItem(
  deal: WorkedDeal,
  place: number,
  change: StatusChange,
  { people, lostReasons, isOther }: TimelineOptions & { readonly isOther: boolean },
): Html {
  const { status, at, reason, lostReason } = change;
  const by = apart(authorName(change, people));
  const before = deal.history[place - 1];
  const isReopening = before !== undefined && isFinal(before.status) && !isFinal(status);
  const isNoted = deal.activities.some((each) => isAnswer(each) && each.at.getTime() === at.getTime());
  const mark =
    lostReason === undefined ? statusMark(status) : lostMark(lostReasonText(lostReason, lostReasons));
  if (!before)
    return html`<li>${mark} ${timeOf(at)} <span class="soft">received from ${apart(deal.vendorName)}</span>
${isOther && textPart(firstWords(deal))}</li>`;
  return html`<li>${mark} ${timeOf(at)}
<span class="soft">${!isNoted && answerMark(deal, at)}${isReopening && 'reopened '}by ${by}</span>
${textPart(reason)}</li>`;
}

const activityItem = (deal: WorkedDeal, activity: Activity, { people, time }: TimelineOptions): Html =>
  html`<li class="did"><span class="chip">${kindNames[activity.kind]}</span> ${timeOf(activity.at)}
<span class="soft">${isAnswer(activity) && answerMark(deal, activity.at)}by ${apart(authorName(activity, people))}</span>
${followUpPart(activity, people, time)}${textPart(activity.text)}</li>`;

/** The change that an activity made in the follow-up. */
function followUpPart(activity: Activity, people: readonly NamedPerson[], time: TimeWriter): Html | false {
  const parts = followUpParts(activity, people, time);
  return parts.length > 0 && html`<div class="reason">${parts}</div>`;
}

const assignmentItem = (assignment: OwnerChange, { people }: TimelineOptions): Html =>
  html`<li class="did">${apart(assignmentText(assignment, people))} ${timeOf(assignment.at)}
<span class="soft">by ${apart(authorName(assignment, people))}</span></li>`;

/** The mark of the first answer to the customer. */
const answerMark = ({ answeredAt, reopened }: WorkedDeal, at: Date): string | false =>
  [answeredAt, reopened?.answeredAt].some((answer) => answer?.getTime() === at.getTime()) && 'first answer, ';

const textPart = (text: string | undefined): Html | false =>
  text !== undefined && text !== '' && html`<div class="reason" dir="auto">${text}</div>`;
