import type { ShownLead } from '../../../../application/ports/inbound/lead-use-cases.ts';
import type { Answer } from '../../../../domain/work/answer-goal.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { lostReasonOf, statusSince, type WorkedDeal } from '../../../../domain/work/worked-deal.ts';
import { answerWords } from '../../presentation/answers.ts';
import { leadName, lostReasonText } from '../../presentation/lead-words.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { ageText, JUST_NOW } from '../times.ts';
import { followUpText, isMe, type Looking } from './follow-up.ts';
import { lostMark, statusMark } from './lead-list.ts';
import { newsNote } from './news.ts';

interface HeadOptions extends Looking {
  /** A sentence on who else has the lead open, kept up to date by a script. */
  readonly here: string;
  readonly lostReasons: readonly LostReason[];
}

/** The head of a lead's page: the customer's name, and the lead's state. */
export function leadHead({ deal, answer }: ShownLead, { lostReasons, here, ...looking }: HeadOptions): Html {
  const { now } = looking;
  const since = ageText(now.getTime() - statusSince(deal).getTime());
  const lost = lostReasonOf(deal);
  const { followUp, owner } = deal;
  return html`
<div class="head"><h1>${apart(leadName(deal))}</h1>
${besides}</div>
<p class="line standing">
<span>${lost === undefined ? statusMark(deal.status) : lostMark(lostReasonText(lost, lostReasons))}
 ${since === JUST_NOW ? since : `for ${since}`}</span>
${answer && answerMark(answer, deal, looking)}
${followUp && followUp.at <= now && html`<span>Follow up: ${followUpText(followUp, owner, looking)}</span>`}
<strong data-here role="status">${here}</strong></p>
${newsNote({ contact: deal.contactId }, { now, of: ' of this customer', lead: deal.id })}`;
}

function answerMark(answer: Answer, { owner, reopened }: WorkedDeal, looking: Looking): Html {
  const [words, time] = answerWords(answer);
  const isOpen = answer.answeredAt === undefined;
  const look = answer.isLate && isMe([owner], looking) ? 'late' : isOpen ? 'waits' : 'soft';
  const what = isOpen ? words : `Answered ${words.toLowerCase()}`;
  return html`<span class="${look}">${reopened && 'Reopened. '}${what}${time && html` ${timeOf(time)}`}</span>`;
}

/** Links to the list that somebody came from and to the leads beside this one. A script fills them. */
const besides = html`<nav class="line end" aria-label="List" data-besides hidden><a class="button" rel="prev"
 aria-keyshortcuts="k">Previous</a> <a class="button" rel="next" aria-keyshortcuts="j">Next</a>
<a class="button" data-list>List</a></nav>`;
