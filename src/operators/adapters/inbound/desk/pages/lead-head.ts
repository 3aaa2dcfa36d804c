import type { ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Answer } from '#operators/domain/work/answer-goal.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { standsSince } from '#operators/domain/work/standing-moves.ts';
import { lostReasonOf, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { answerWords } from '../../presentation/answers.ts';
import { leadName, lostReasonText } from '../../presentation/lead-words.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { ageText, JUST_NOW } from '../times.ts';
import { dueClock, leftClock } from './clocks.ts';
import type { Looking } from './follow-up.ts';
import { lostMark, statusMark } from './lead-list.ts';
import { ownerText } from './lead-owner.ts';

interface HeadOptions extends Looking {
  readonly zone: TimeZone;
  /** A sentence on who else has the lead open, kept up to date by a script. */
  readonly here: string;
  readonly lostReasons: readonly LostReason[];
}

/** The head of a lead's page: the customer, the status, and the time that is left. */
export function leadHead(
  { deal, answer, others }: ShownLead,
  { lostReasons, here, ...looking }: HeadOptions,
): Html {
  const { now } = looking;
  const since = ageText(now.getTime() - standsSince(deal).getTime());
  const lost = lostReasonOf(deal);
  return html`<div class="top"><div><h1>${apart(leadName(deal))}</h1>
<p class="aside standing"><span>${
    lost === undefined ? statusMark(deal.status) : lostMark(lostReasonText(lost, lostReasons))
  }${lost !== undefined && ','} ${since === JUST_NOW ? since : `for ${since}`}</span>
<span>${ownerText(deal.owner, looking.people)}</span>
${answer && (answer.answeredAt ?? deal.reopened) && answerText(answer, deal)}
<strong class="here" data-here>${here}</strong>
${others.length > 0 && html`<a class="when-narrow" href="#others">${others.length} other ${others.length === 1 ? 'lead' : 'leads'}</a>`}</p></div>
${clockOf(deal, answer, looking)}</div>`;
}

/** The clock of what comes first: the follow-up, or the time to answer the customer. */
function clockOf(
  { followUp, receivedAt }: WorkedDeal,
  answer: Answer | undefined,
  { now, zone }: Omit<HeadOptions, 'here' | 'lostReasons'>,
): Html | false {
  if (followUp && (followUp.at <= now || zone.dayOf(followUp.at) === zone.dayOf(now)))
    return dueClock(followUp.at, now, zone);
  return (
    answer !== undefined && !answer.answeredAt && leftClock(answer, now, html`came ${timeOf(receivedAt)}`)
  );
}

/** The answer's state in words, beside the clock that shows the time left. */
function answerText(answer: Answer, { reopened }: WorkedDeal): Html {
  const [words, time] = answerWords(answer);
  const what = answer.answeredAt ? `Answered ${words.toLowerCase()}` : words;
  return html`<span>${reopened && 'Reopened. '}${what}${time && html` ${timeOf(time)}`}</span>`;
}

/** Links to the list that somebody came from and to the leads beside this one. A script fills them. */
export const besides = html`<nav class="where aside" aria-label="List" data-besides hidden><a data-list>List</a>
<a class="end" rel="prev" aria-keyshortcuts="k">Previous</a> <a rel="next" aria-keyshortcuts="j">Next</a></nav>`;
