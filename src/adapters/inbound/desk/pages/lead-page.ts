import type { LeadDelivery } from '../../../../application/operators/ports/inbound/hook-use-cases.ts';
import type {
  OtherLeads,
  ShownLead,
} from '../../../../application/operators/ports/inbound/lead-use-cases.ts';
import type { LeadRecord } from '../../../../application/operators/ports/records.ts';
import { type CustomerAsSent, hasCustomer } from '../../../../domain/intake/contact.ts';
import { nameOf } from '../../../../domain/intake/name.ts';
import type { Answer } from '../../../../domain/work/answer-goal.ts';
import { presentCustomer } from '../../../../domain/work/deal.ts';
import { firstWords } from '../../../../domain/work/first-words.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import type { NamedPerson } from '../../../../domain/work/person.ts';
import { answerWords } from '../../operators/answers.ts';
import { leadPath } from '../../operators/desk-paths.ts';
import { leadFacts } from '../../operators/lead-words.ts';
import type { DeskContext } from '../desk-state.ts';
import { formPanels } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { facts } from './facts.ts';
import { customerPart } from './lead-customer.ts';
import { deliveriesPart } from './lead-deliveries.ts';
import { leadHead } from './lead-head.ts';
import { nextPart, ownerText, promiseText } from './lead-next.ts';
import { timelinePart } from './lead-timeline.ts';

/** Answers with the lead. */
export async function showLead(ctx: DeskContext): Promise<void> {
  const { operator, may, now } = ctx.state;
  const leadId = ctx.params.id ?? '';
  const [found, deliveries, people, lostReasons] = await Promise.all([
    operator.showLead({ leadId }),
    operator.leadDeliveries({ leadId }),
    operator.namePeople(),
    operator.nameLostReasons(),
  ]);
  const others = await operator.otherLeads({ leads: [found.deal] });
  const customer = presentCustomer(found.deal);
  const next = may('moveLead') && nextPart(ctx, found.deal, people);
  showPage(
    ctx,
    customer ? nameOf(customer) : 'Erased lead',
    leadPage(found, customer, {
      next,
      forms: formPanels(ctx, 'lead', { id: found.deal.id, present: found.deal, people }),
      people,
      lostReasons,
      deliveries,
      others: others.get(found.deal.id),
      now,
      mayErase: may('eraseLead'),
      mayReplay: may('replayHook'),
    }),
  );
}

interface LeadPageParts {
  /** Nothing for those who may only look. */
  readonly next: Html | false;
  readonly forms: readonly Html[];
  readonly people: readonly NamedPerson[];
  readonly lostReasons: readonly LostReason[];
  readonly deliveries: readonly LeadDelivery[];
  readonly others: OtherLeads | undefined;
  readonly now: Date;
  readonly mayErase: boolean;
  readonly mayReplay: boolean;
}

/** `customer` as mended since. */
function leadPage(found: ShownLead, customer: CustomerAsSent | undefined, parts: LeadPageParts): Html {
  const { deal } = found;
  const { next, people, lostReasons, others, now } = parts;
  return html`${leadHead(found, customer, { lostReasons, others, now })}
${!hasCustomer(deal) && erasedNote(found)}
<div class="columns">
<div class="main">
${!deal.notes.endsWith(firstWords(deal)) && notesPart(deal.notes)}
${next}
${timelinePart(found, { people, lostReasons })}
</div>
<div class="side">
${customerPart(found, customer)}
${leadPart(found, parts)}
${parts.forms}
${deliveriesPart(deal.id, parts.deliveries, parts.mayReplay)}
${parts.mayErase && hasCustomer(deal) && eraseLink(deal.id)}
</div>
</div>`;
}

const erasedNote = ({ erased, deal }: LeadRecord): Html =>
  html`<p class="note">The customer’s data was erased${erased && html` (${timeOf(erased)})`}:
name, email, phone, notes, the vendor’s own id, and the reasons and texts until then.
${deal.vendorName} still gets the status.</p>`;

/** A text that may be as long as a book scrolls in its place: so it can be reached by the Tab key. */
const isLong = (text: string): boolean => text.length > 300 || text.split('\n', 9).length > 8;

const notesPart = (
  notes: string,
): Html => html`<section class="panel" aria-labelledby="notes"><h2 id="notes">What the customer wrote</h2>
<div class="notes" dir="auto" ${
  isLong(notes) && html`tabindex="0" role="group" aria-labelledby="notes"`
}>${notes}</div></section>`;

function leadPart({ deal, answer }: ShownLead, { next, people, now }: LeadPageParts): Html {
  const { id, vendorId, vendorName, receivedAt, owner, followUp } = deal;
  return html`<section class="panel" aria-labelledby="lead"><h2 id="lead">Lead</h2>${facts([
    ...leadFacts(deal).map(([name, value]) => [name, value !== undefined && apart(value)] as const),
    ['Received', timeOf(receivedAt)],
    [deal.reopened ? 'Answer since reopened' : 'Answer', answer && answerText(answer)],
    ['Owner', !next && ownerText(owner, people)],
    ['Follow up', !next && followUp && promiseText(followUp, people, now)],
    ['Vendor', html`${apart(vendorName)} <span class="soft">(${apart(vendorId)})</span>`],
    ['Our id', html`<code>${id}</code>`],
  ])}</section>`;
}

function answerText(answer: Answer): Html {
  const [words, time] = answerWords(answer);
  return html`<span class="${answer.isLate && 'late'}">${words}${time && html` ${timeOf(time)}`}</span>`;
}

const eraseLink = (id: string): Html =>
  html`<p><a class="button danger" href="${leadPath(id)}/erase">Erase the customer’s data of this lead…</a></p>`;
