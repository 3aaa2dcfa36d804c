import type {
  OtherLeads,
  ShownLead,
} from '../../../../application/operators/ports/inbound/lead-use-cases.ts';
import type { CustomerAsSent } from '../../../../domain/intake/contact.ts';
import { nameOf } from '../../../../domain/intake/name.ts';
import type { Answer } from '../../../../domain/work/answer-goal.ts';
import { lostReasonOf, statusSince } from '../../../../domain/work/deal.ts';
import { firstWords } from '../../../../domain/work/first-words.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { answerWords } from '../../operators/answers.ts';
import { lostReasonText, vehicleText } from '../../operators/lead-words.ts';
import { type Html, html } from '../html.ts';
import { apart, callPath, phoneText, writePath } from '../reach.ts';
import { ageOf, JUST_NOW } from '../times.ts';
import { followUpText } from './follow-up.ts';
import { lostMark, statusMark, waitMark } from './lead-list.ts';
import { newsNote } from './news.ts';
import { otherLeadsText } from './other-leads.ts';

interface HeadOptions {
  readonly lostReasons: readonly LostReason[];
  readonly others: OtherLeads | undefined;
  readonly now: Date;
}

/** Who it is, how to reach them, what they want, and how it stands. `customer` as mended since. */
export function leadHead(
  { deal, answer }: ShownLead,
  customer: CustomerAsSent | undefined,
  { lostReasons, others, now }: HeadOptions,
): Html {
  const since = ageOf(statusSince(deal), now);
  const lost = lostReasonOf(deal);
  const [vehicle, words] = [vehicleText(deal), firstWords(deal)];
  const followUpAt = deal.followUp?.at;
  return html`
<div class="head"><h1>${apart(customer ? nameOf(customer) : 'Erased lead')}</h1>
${customer && reachButton(customer)}
${besides}</div>
${
  (vehicle || words) &&
  html`<p class="wish">${vehicle && html`<strong>${apart(vehicle)}</strong>`} ${words && html`<q dir="auto">${words}</q>`}</p>`
}
<p class="standing">
<span>${lost === undefined ? statusMark(deal.status) : lostMark(lostReasonText(lost, lostReasons))}
 ${since === JUST_NOW ? since : `for ${since}`}</span>
${answer && answerMark(answer)}
${followUpAt && followUpAt <= now && html`<span>Follow up: ${followUpText(followUpAt, now)}</span>`}
${others && html`<span class="soft">${otherLeadsText(others, deal.contactId, now)}</span>`}</p>
${newsNote({ contact: deal.contactId }, { now, of: ' of this customer', lead: deal.id })}`;
}

/** The quickest way to the customer, big enough for a thumb. */
function reachButton({ phone, email }: CustomerAsSent): Html | undefined {
  if (phone) return html`<a class="button call" href="${callPath(phone)}">Call ${phoneText(phone)}</a>`;
  return email && html`<a class="button call" href="${writePath(email)}">Write to ${apart(email.value)}</a>`;
}

function answerMark(answer: Answer): Html | false {
  if (!answer.answeredAt) return waitMark(answer);
  const [words] = answerWords(answer);
  return html`<span class="${answer.isLate ? 'late' : 'soft'}">answered ${words.toLowerCase()}</span>`;
}

/** The list that somebody came from, and its leads beside this one: a script knows them. */
const besides = html`<nav class="line end" aria-label="List" data-besides hidden><a class="button" rel="prev"
 aria-keyshortcuts="k">Before</a> <a class="button" rel="next" aria-keyshortcuts="j">Next</a>
<a class="button" data-list>Back to the list</a></nav>`;
