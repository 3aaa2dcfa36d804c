import type { LeadDelivery } from '#operators/application/ports/inbound/hook-use-cases.ts';
import type { ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { LeadEvent } from '#operators/domain/events/lead-event.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Answer } from '#operators/domain/work/answer-goal.ts';
import type { ContactField } from '#operators/domain/work/contact-edit.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { authorName, type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import { standsSince } from '#operators/domain/work/standing-moves.ts';
import type { WaysToReach } from '#operators/domain/work/ways-to-reach.ts';
import { lostReasonOf, presentCustomer, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { type Contact, type CustomerAsSent, hasCustomer } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { answerWords } from '../../presentation/answers.ts';
import { asItCamePath, contactPath, hookPath, leadPath, listPath } from '../../presentation/desk-paths.ts';
import { eventWords, outcomeWords } from '../../presentation/hook-views.ts';
import { leadFacts } from '../../presentation/lead-columns.ts';
import { leadName, lostReasonText, vehicleText } from '../../presentation/lead-words.ts';
import { notDone } from '../change.ts';
import type { DeskContext } from '../desk-state.ts';
import { formPanels } from '../forms.ts';
import { type Html, html, required } from '../html.ts';
import { named, options } from '../options.ts';
import { timeOf } from '../page.ts';
import { apart, callPath, emailLink, phoneText, smsPath, writePath } from '../reach.ts';
import { ageText, JUST_NOW } from '../times.ts';
import { dueClock, leftClock } from './clocks.ts';
import { contactForm } from './contact-form.ts';
import { facts } from './facts.ts';
import type { Looking } from './follow-up.ts';
import { lostMark, otherLeadsCount, statusMark } from './lead-list.ts';
import { vehiclePart } from './vehicle.ts';

interface CustomerOptions extends Looking {
  readonly zone: TimeZone;
  readonly ways: WaysToReach;
  /** A sentence on who else has the lead open, kept up to date by a script. */
  readonly here: string;
  readonly lostReasons: readonly LostReason[];
}

/** Who the customer is and how the lead stands, what they want, and every way to reach them. */
export const customerPart = (ctx: DeskContext, found: ShownLead, options: CustomerOptions): Html =>
  html`<section class="sheet customer" aria-label="The customer">
${headPart(found, options)}
${wishPart(found.deal, options.zone)}
${waysPart(ctx, found, options)}</section>`;

/** The head of a lead's page: the customer, the status, and the time that is left. */
function headPart({ deal, answer, others }: ShownLead, options: CustomerOptions): Html {
  const { now, people, lostReasons, here } = options;
  const since = ageText(now.getTime() - standsSince(deal).getTime());
  const lost = lostReasonOf(deal);
  const mark =
    lost === undefined ? statusMark(deal.status) : html`${lostMark(lostReasonText(lost, lostReasons))},`;
  const isAnswered = answer?.answeredAt !== undefined || deal.reopened !== undefined;
  return html`<div class="top"><div><h1>${apart(leadName(deal))}</h1>
<p class="aside standing"><span>${mark} ${since === JUST_NOW ? since : `for ${since}`}</span>
<span>${ownerText(deal.owner, people)}</span>
${answer && isAnswered && answerText(answer, deal)}
<strong class="here" data-here>${here}</strong>
${others.length > 0 && html`<a class="when-narrow" href="#others">${otherLeadsCount({ others: others.length, more: false })}</a>`}</p></div>
${clockOf(deal, answer, options)}</div>`;
}

/** The clock of what comes first: the follow-up, or the time to answer the customer. */
function clockOf(
  { followUp, receivedAt }: WorkedDeal,
  answer: Answer | undefined,
  { now, zone }: Pick<CustomerOptions, 'now' | 'zone'>,
): Html | false {
  const isDue = (at: Date) => at <= now || zone.dayOf(at) === zone.dayOf(now);
  if (followUp && isDue(followUp.at)) return dueClock(followUp.at, now, zone);
  if (!answer || answer.answeredAt) return false;
  return leftClock(answer, now, html`came ${timeOf(receivedAt)}`);
}

/** The answer's state in words, beside the clock that shows the time left. */
function answerText(answer: Answer, { reopened }: WorkedDeal): Html {
  const [words, time] = answerWords(answer);
  const what = answer.answeredAt ? `Answered ${words.toLowerCase()}` : words;
  return html`<span>${reopened && 'Reopened. '}${what}${time && html` ${timeOf(time)}`}</span>`;
}

/** Whether a text is long enough to scroll in its place, so that the Tab key has to reach it. */
const isLong = (text: string): boolean => text.length > 300 || text.split('\n', 9).length > 8;

/** The customer's wish in their own words. */
function wishPart(deal: WorkedDeal, zone: TimeZone): Html {
  const { dealType, notes } = deal;
  const vehicle = vehiclePart(deal, zone);
  return html`<div class="wish"><p id="wish"><b>${dealType}${vehicle && html`, ${vehicle}`}</b></p>
<div class="notes" dir="auto" ${
    isLong(notes) && html`tabindex="0" role="group" aria-labelledby="wish"`
  }>${notes}</div></div>`;
}

/** Every known number and address of the customer, to call, copy and correct; the first is large. */
function waysPart(
  ctx: DeskContext,
  found: ShownLead,
  { ways: { phones, emails }, people }: CustomerOptions,
): Html | undefined {
  const { deal, contact, mended } = found;
  const customer = presentCustomer(deal);
  if (!customer) return undefined;
  const mendedBy = (...fields: readonly ContactField[]) => {
    const last = fields.map((field) => mended[field]).find((each) => each !== undefined);
    return last && html`corrected by ${apart(authorName(last, people))}, ${timeOf(last.at)}`;
  };
  const isContacts = (field: 'phone' | 'email', identity: string) =>
    contact?.[field]?.identity === identity && mendedBy(field);
  const isAnother = contact !== undefined && nameOf(contact) !== nameOf(customer);
  const zip = contact?.zip;
  const isOpen = ctx.state.refused?.form === 'editContact';
  return html`<ul class="ways">${phones.map(({ value, name }, at) =>
    wayItem(
      html`<a class="${at === 0 ? 'number' : 'tel'}" href="${callPath(value)}">${phoneText(value)}</a>
<a class="small" href="${smsPath(value)}" aria-label="Text ${phoneText(value)}">Text</a>`,
      {
        copied: `+1${value.identity}`,
        written: phoneText(value),
        name,
        mended: isContacts('phone', value.identity),
      },
    ),
  )}${emails.map(({ value, name }) =>
    wayItem(emailLink(value), {
      copied: phones.length === 0 && value.value,
      written: value.value,
      name,
      mended: isContacts('email', value.identity),
    }),
  )}</ul>
${facts([
  ['Name', !isAnother && mendedBy('firstName', 'lastName')],
  ['Contact', isAnother && apart(nameOf(contact))],
  ['ZIP', zip && html`${apart(zip)} <small>${mendedBy('zip')}</small>`],
  ['As sent', deal.customer && sentOtherwise(deal.customer, customer)],
])}
${contact && ctx.state.may('editContact') && correctPart(ctx, contact, found, isOpen)}`;
}

interface WayOptions {
  /** The text to copy, if there is a button for it. */
  readonly copied: string | false;
  /** The same as people write it. */
  readonly written: string;
  readonly name: string | undefined;
  readonly mended: Html | false | undefined;
}

/** A number or address. A script shows the button to copy it. */
const wayItem = (links: Html, { copied, written, name, mended }: WayOptions): Html =>
  html`<li>${links}
${copied && html`<button type="button" class="quiet" data-copy="${copied}" aria-label="Copy ${written}" hidden>Copy</button>`}
<small>${name !== undefined && html`${apart(name)}’s`}${name !== undefined && mended && ', '}${mended}</small></li>`;

const correctPart = (
  ctx: DeskContext,
  contact: Contact,
  { deal, others }: ShownLead,
  isOpen: boolean,
): Html =>
  html`<details class="correct" ${isOpen && html`open`}><summary>Correct</summary>
${contactForm(ctx, contact, [deal, ...others], deal.id)}</details>`;

/** The values as sent of what was corrected since, without links: nobody should dial them. */
function sentOtherwise(sent: CustomerAsSent, present: CustomerAsSent): Html | undefined {
  const texts = ({ phone, email, ...name }: CustomerAsSent) => [
    nameOf(name),
    phone && phoneText(phone),
    email?.value,
  ];
  const now = texts(present);
  const mended = texts(sent).filter((text, at) => text !== undefined && text !== now[at]);
  return mended.length > 0 ? apart(mended.join(', ')) : undefined;
}

/** The button that calls or writes, in the bar that telephones have at the thumb. */
export const callButton = ({ phones: [phone], emails: [email] }: WaysToReach): Html | undefined =>
  phone
    ? html`<a class="button" href="${callPath(phone.value)}">Call<span class="digits">&nbsp;${phoneText(phone.value)}</span></a>`
    : email && html`<a class="button" href="${writePath(email.value)}">Write</a>`;

/** Says of an erased customer what is gone. */
export const erasedNote = ({ erased, deal, contact }: ShownLead, mayErase: boolean): Html =>
  html`<p class="note">The customer’s data was erased${erased && html` (${timeOf(erased)})`}:
name, email, phone, notes, the vendor’s own id, and the reasons and texts until then.
${deal.vendorName} still gets the status.${
    contact &&
    mayErase &&
    html` The contact is still there: <a href="${contactPath(contact.id)}">${apart(nameOf(contact))}</a>.`
  }</p>`;

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
const ownerText = (owner: string | undefined, people: readonly NamedPerson[]): Html =>
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
