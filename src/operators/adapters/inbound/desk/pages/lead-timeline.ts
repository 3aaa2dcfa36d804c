import type { OwnerChange, ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import { type Activity, activityId, isAnswer } from '#operators/domain/work/activity.ts';
import { firstWords } from '#operators/domain/work/first-words.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { authorName, type NamedPerson, personName } from '#operators/domain/work/person.ts';
import type { StatusChange, WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { isFinal } from '../../../../../domain/lead-status.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { followUpParts, leadName, lostReasonText, vehicleText } from '../../presentation/lead-words.ts';
import { type Html, html, type TimeWriter } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { isMe } from './follow-up.ts';
import { lostMark, statusMark } from './lead-list.ts';

interface TimelineOptions {
  readonly people: readonly NamedPerson[];
  readonly lostReasons: readonly LostReason[];
  readonly time: TimeWriter;
  /** The id of the person who looks, if they may work on the lead. */
  readonly me: string | undefined;
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
  const { deal, others, assignments } = found;
  const entries = [
    // A change of owner stands below the entry made with it.
    ...assignments.map((assignment) => ({
      deal,
      at: assignment.at,
      item: assignmentItem(assignment, options),
    })),
    ...[...others, deal].flatMap((each) => entriesOf(each, deal, options)),
  ];
  const newestFirst = entries.toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const shown = options.all ? newestFirst : newestFirst.slice(0, MOST_SHOWN);
  return html`<section class="sheet timeline" aria-labelledby="history"><h2 id="history">Timeline</h2>
<ol class="history">${inRuns(shown).map(([of, items]) =>
    of === deal
      ? items
      : html`<li class="of-other"><a href="${leadPath(of.id)}">${apart(otherName(of, deal))}</a>
<ol class="history">${items}</ol></li>`,
  )}</ol>
${
  shown.length < newestFirst.length &&
  html`<p class="on-screen"><a href="${leadPath(deal.id)}?all#history">All ${newestFirst.length} entries</a></p>`
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
    deal,
    at: change.at,
    item: moveItem(deal, place, change, { ...names, isOther: deal !== shown }),
  })),
  ...deal.activities
    .map((activity, place) => ({ deal, at: activity.at, activity, place }))
    .filter(({ activity: { kind } }) => deal === shown || kind !== 'follow-up')
    .map(({ activity, place, ...of }) => ({
      ...of,
      item: activityItem(deal, activity, place, { ...names, isOther: deal !== shown }),
    })),
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
    return html`<li>${timePart(at)}<div><p>${mark}, came from ${apart(deal.vendorName)}.</p>
${isOther && textPart(firstWords(deal))}</div></li>`;
  return html`<li>${timePart(at)}<div><p>${mark}, ${isReopening && 'reopened by '}${by}.
${!isNoted && answerMark(deal, at)}</p>${textPart(reason)}</div></li>`;
}

const timePart = (at: Date): Html => html`<span class="aside when">${timeOf(at)}</span>`;

/** Activities in words that follow the author's name. */
const kindWords: Readonly<Record<Activity['kind'], string>> = {
  note: 'noted.',
  called: 'called.',
  'no-answer': 'called, no answer.',
  reached: 'spoke.',
  wrote: 'wrote.',
  'follow-up': '',
};

function activityItem(
  deal: WorkedDeal,
  activity: Activity,
  place: number,
  { people, time, me, isOther }: TimelineOptions & { readonly isOther: boolean },
): Html {
  const { struck, kind, at } = activity;
  const did = html`<p>${apart(authorName(activity, people))} ${kindWords[kind]}
${isAnswer(activity) && answerMark(deal, at)}</p>${followUpPart(activity, people, time)}${textPart(activity.text)}`;
  if (struck)
    return html`<li>${timePart(at)}<div><s>${did}</s>
<p class="aside">Struck by ${apart(authorName(struck, people))}, ${timeOf(struck.at)}</p></div></li>`;
  const isTheirs = me !== undefined && activity.byId !== undefined && isMe([activity.byId], { me, people });
  const mayStrike = isTheirs && !isOther && kind !== 'follow-up';
  return html`<li>${timePart(at)}<div>${did}${mayStrike && strikeForm(deal, place, at)}</div></li>`;
}

const strikeForm = ({ id }: WorkedDeal, place: number, at: Date): Html =>
  html`<form method="post" action="${leadPath(id)}/strike"><button class="quiet" name="entry"
 value="${activityId(place)}">Strike<span class="unseen"> this entry of ${timeOf(at)}</span></button></form>`;

/** The change that an activity made in the follow-up. */
function followUpPart(activity: Activity, people: readonly NamedPerson[], time: TimeWriter): Html | false {
  const parts = followUpParts(activity, people, time);
  return parts.length > 0 && html`<p class="aside">${parts}</p>`;
}

const assignmentItem = (assignment: OwnerChange, { people }: TimelineOptions): Html =>
  html`<li>${timePart(assignment.at)}<div><p>${apart(givenText(assignment, people))}</p></div></li>`;

/** Who gave the lead to whom, or took it. */
function givenText({ to, ...author }: OwnerChange, people: readonly NamedPerson[]): string {
  const by = authorName(author, people);
  if (to === null) return `${by} gave it back: it is nobody’s.`;
  const name = personName(to, people);
  return name === by ? `${by} took it.` : `${by} gave it to ${name}.`;
}

/** The mark of the first answer to the customer. */
const answerMark = ({ answeredAt, reopened }: WorkedDeal, at: Date): Html | false =>
  [answeredAt, reopened?.answeredAt].some((answer) => answer?.getTime() === at.getTime()) &&
  html`<span class="aside">first answer</span>`;

const textPart = (text: string | undefined): Html | false =>
  text !== undefined && text !== '' && html`<p class="said-then" dir="auto">${text}</p>`;
