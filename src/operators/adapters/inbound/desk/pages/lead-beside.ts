import type { LeadDelivery } from '#operators/application/ports/inbound/hook-use-cases.ts';
import type { ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { LeadEvent } from '#operators/domain/events/lead-event.ts';
import { type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import { standsSince } from '#operators/domain/work/standing-moves.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { hasCustomer } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { asItCamePath, contactPath, hookPath, leadPath, listPath } from '../../presentation/desk-paths.ts';
import { eventWords, outcomeWords } from '../../presentation/hook-views.ts';
import { leadFacts } from '../../presentation/lead-columns.ts';
import { leadName, vehicleText } from '../../presentation/lead-words.ts';
import { notDone } from '../change.ts';
import type { DeskContext } from '../desk-state.ts';
import { formPanels } from '../forms.ts';
import { type Html, html, required } from '../html.ts';
import { named, options } from '../options.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { facts } from './facts.ts';
import { otherLeadsCount, statusMark } from './lead-list.ts';

interface BesideOptions {
  readonly deliveries: readonly LeadDelivery[];
  readonly people: readonly NamedPerson[];
}

/** What stands beside a lead: the customer’s other leads, its owner, and where it came from. */
export const besidePart = (ctx: DeskContext, found: ShownLead, { deliveries, people }: BesideOptions): Html =>
  html`<aside class="beside" aria-label="Beside this lead">
${othersPart(found, people)}
${ownerPart(ctx, found.deal, people)}
${fromPart(ctx, found, deliveries, people)}
</aside>`;

/** The customer’s other leads: a colleague may be talking to them. */
const othersPart = ({ deal, others, moreOthers }: ShownLead, people: readonly NamedPerson[]): Html | false =>
  others.length > 0 &&
  html`<section aria-labelledby="others"><h2 id="others">${otherLeadsCount({ others: others.length, more: moreOthers })}</h2><ul>${others.map((each) => otherItem(each, people))}</ul>
${moreOthers && html`<p class="on-screen"><a href="${listPath('/', { contact: deal.contactId })}">All leads</a></p>`}</section>`;

/** A lead by its vehicle and type; one of type `other` without a vehicle, by its day. */
function nameOther(other: WorkedDeal): Html {
  const vehicle = vehicleText(other);
  if (other.dealType !== 'other') return apart([vehicle, other.dealType].filter(Boolean).join(', '));
  return vehicle ? apart(vehicle) : html`a lead of ${timeOf(other.receivedAt)}`;
}

const otherItem = (other: WorkedDeal, people: readonly NamedPerson[]): Html =>
  html`<li><p><a href="${leadPath(other.id)}">${nameOther(other)}</a></p>
<p>${statusMark(other.status)}</p>
<p class="aside">${ownerText(other.owner, people)}, since ${timeOf(standsSince(other))}</p></li>`;

/** The owner of a lead in a word, such as `nobody’s`. */
export const ownerText = (owner: string | undefined, people: readonly NamedPerson[]): Html =>
  owner === undefined ? html`nobody’s` : html`${apart(personName(owner, people))}’s`;

/** The owner of a lead, with forms to take it and to give it away. */
function ownerPart(ctx: DeskContext, deal: WorkedDeal, people: readonly NamedPerson[]): Html {
  const { owner } = deal;
  const { may, session } = ctx.state;
  const me = personWith(session.person, people)?.id ?? session.person;
  const present = owner && (personWith(owner, people)?.id ?? owner);
  return html`<section class="owner" aria-labelledby="owner"><h2 id="owner">Owner</h2>
<p>${ownedPart(deal, present === me ? html`Yours` : ownerText(owner, people))}</p>
${notDone(ctx, 'assignLead')}
${may('assignLead') && assignForms(deal, { me, present, people })}</section>`;
}

/** Whose a lead is, and since when. */
const ownedPart = ({ owner, assigned }: WorkedDeal, whose: Html): Html =>
  owner === undefined
    ? html`Nobody’s: the first to answer has it.`
    : html`${whose}${assigned && html` <span class="aside">since ${timeOf(assigned.at)}</span>`}`;

interface AssignOptions {
  readonly me: string;
  /** The id of the present owner. */
  readonly present: string | undefined;
  readonly people: readonly NamedPerson[];
}

function assignForms(deal: WorkedDeal, { me, present, people }: AssignOptions): Html {
  const seen = html`<input type="hidden" name="from" value="${deal.owner}"><input type="hidden" name="name" value="${leadName(deal)}">`;
  const form = (fields: Html) =>
    html`<form method="post" action="${leadPath(deal.id)}/assign" class="pair">${seen}${fields}</form>`;
  const others = people.filter(({ id, mayWork }) => mayWork && id !== present && id !== me);
  const choices = [['', 'Give to…'] as const, ...named(others)];
  if (present !== undefined) choices.push(['nobody', 'nobody: who answers next has it']);
  return html`${present !== me && form(html`<button name="owner" value="${me}">Take</button>`)}
${form(html`<select name="owner" aria-label="Give to" ${required}>${options(choices)}</select> <button>Give</button>`)}`;
}

/** Facts that the page shows further up. */
const shownAbove: readonly string[] = ['Type', 'Vehicle', 'Vendor’s own id'];
/** Forms that the page shows further up. */
const formsAbove: readonly string[] = ['moveLead', 'noteLead', 'assignLead', 'editContact'];

/** The vendor of a lead, and facts that few people need. */
function fromPart(
  ctx: DeskContext,
  { deal, contact }: ShownLead,
  deliveries: readonly LeadDelivery[],
  people: readonly NamedPerson[],
): Html {
  const { may, refused } = ctx.state;
  const { id, vendorId, contactId, history } = deal;
  const [received] = history;
  const isOpen = refused !== undefined && !formsAbove.includes(refused.form);
  const more = leadFacts(deal).filter(([name]) => !shownAbove.includes(name));
  const code = (text: string) => html`<code>${text}</code>`;
  const isKept = received?.by.startsWith('src_') && may('showAsItCame') && hasCustomer(deal);
  const name = contact ? apart(nameOf(contact)) : 'What is left of it';
  return html`<section aria-labelledby="from"><h2 id="from">From</h2>
<p>${apart(deal.vendorName)}</p><p class="aside">${timeOf(deal.receivedAt)}${
    deal.externalId !== undefined && html`, their ${apart(deal.externalId)}`
  }</p>
<details ${isOpen && html`open`}><summary class="aside">Details</summary>
${facts([
  ...more.map(([name, value]) => [name, value !== undefined && apart(value)] as const),
  ['Our id', code(id)],
  ['Vendor', code(vendorId)],
  ['Key', received && received.by !== vendorId && code(received.by)],
  ['As it came', isKept && html`<a href="${asItCamePath(id)}">What its source sent</a>`],
  ['Contact', hasCustomer(deal) && html`<a href="${contactPath(contactId)}">${name}</a>`],
])}
${formPanels(ctx, 'lead', { id, present: deal, people })}
${deliveriesPart(id, deliveries, may('replayHook'))}
${
  may('eraseLead') &&
  hasCustomer(deal) &&
  html`<p><a class="button danger" href="${leadPath(id)}/erase">Erase the customer’s data of this lead…</a></p>`
}</details></section>`;
}

/** The lead's deliveries to webhooks; `false` if there are none. */
const deliveriesPart = (
  leadId: string,
  deliveries: readonly LeadDelivery[],
  mayReplay: boolean,
): Html | false =>
  deliveries.length > 0 &&
  html`<section aria-labelledby="deliveries"><h2 id="deliveries">Told by webhooks</h2>
<ol class="history">${deliveries.map((delivery) => deliveryItem(leadId, delivery, mayReplay))}</ol></section>`;

const outcomeMarks = {
  delivered: 'chip good',
  waiting: 'chip',
  paused: 'chip warn',
  retrying: 'chip warn',
  failed: 'chip warn',
} as const satisfies Record<LeadDelivery['outcome'], string>;

const wordsOf = (event: LeadEvent): string =>
  event.type === 'lead.status_changed' ? `new status ${event.status}` : eventWords[event.type];

function deliveryItem(leadId: string, delivery: LeadDelivery, mayReplay: boolean): Html {
  const { event, hookId, host, outcome, tries, lastTry, due } = delivery;
  const what = wordsOf(event);
  const to = html`<bdi>${host}</bdi>`;
  const next = outcome === 'retrying' && due && html`, the next at ${timeOf(due)}`;
  return html`<li class="delivery"><div><span class="${outcomeMarks[outcome]}">${outcomeWords[outcome]}</span>
${timeOf(event.at)} ${what}, to ${mayReplay ? html`<a href="${hookPath(hookId)}">${to}</a>` : to}
<div class="soft">${tries === 1 ? '1 try' : `${tries} tries`}${
    lastTry?.error !== undefined && `: ${lastTry.error}`
  }${next}</div></div>
${mayReplay && replayForm(leadId, delivery, `${what} to ${host}`)}</li>`;
}

const replayForm = (leadId: string, { event, hookId }: LeadDelivery, what: string): Html =>
  html`<form method="post" action="${leadPath(leadId)}/replay">
<input type="hidden" name="hook" value="${hookId}"><input type="hidden" name="event" value="${event.id}">
<button>Replay<span class="unseen"> ${what}</span></button></form>`;
