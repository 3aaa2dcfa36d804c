import type { LeadDelivery } from '#operators/application/ports/inbound/hook-use-cases.ts';
import type { ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { NamedPerson } from '#operators/domain/work/person.ts';
import { type WaysToReach, waysToReach } from '#operators/domain/work/ways-to-reach.ts';
import { presentCustomer, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { hasCustomer } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { asItCamePath, contactPath, leadPath } from '../../presentation/desk-paths.ts';
import { leadFacts } from '../../presentation/lead-columns.ts';
import { leadName } from '../../presentation/lead-words.ts';
import type { DeskContext } from '../desk-state.ts';
import { formPanels } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { showPage, timeOf } from '../page.ts';
import { apart, callPath, phoneText, writePath } from '../reach.ts';
import { timesIn } from '../times.ts';
import { hereText } from '../who-is-here.ts';
import { facts } from './facts.ts';
import type { Looking } from './follow-up.ts';
import { lookingAt } from './inbox-views.ts';
import { customerPart } from './lead-customer.ts';
import { deliveriesPart } from './lead-deliveries.ts';
import { besides, leadHead } from './lead-head.ts';
import { nextPart, promiseText, timesToPress } from './lead-next.ts';
import { othersPart } from './lead-others.ts';
import { ownerPart } from './lead-owner.ts';
import { timelinePart } from './lead-timeline.ts';
import { newsNote } from './news.ts';
import { vehiclePart } from './vehicle.ts';

/** Answers with the page of a lead. */
export async function showLead(ctx: DeskContext, leadId = ctx.params.id ?? ''): Promise<void> {
  const { operator, may, now, zone, session, whoIsAt } = ctx.state;
  const mayWork = may('moveLead');
  const [found, deliveries, people, lostReasons] = await Promise.all([
    operator.showLead({ leadId }),
    operator.leadDeliveries({ leadId }),
    operator.namePeople(),
    operator.nameLostReasons(),
  ]);
  const { deal } = found;
  const times = mayWork && (await timesToPress(ctx, deal));
  const customer = presentCustomer(deal);
  const ways = waysToReach(deal, found.contact, found.others);
  const call = customer && callButton(ways);
  const looking = { ...lookingAt(ctx.state), people };
  const path = leadPath(deal.id);
  ctx.path = path; // also after a refused form, which has another address
  showPage(
    ctx,
    leadName(deal),
    html`<div class="two lead" ${ctx.state.refused && html`data-back="${path}"`}>
${besides}
${newsNote({ contact: deal.contactId }, { now, of: ' of this customer', lead: deal.id })}
${!customer && erasedNote(found, may('eraseLead'))}
<section class="sheet customer" aria-label="The customer">
${leadHead(found, { ...looking, lostReasons, here: hereText(whoIsAt(deal.id, people)) })}
${wishPart(deal, zone)}
${customer && customerPart(ctx, found, { customer, ways, people })}</section>
${times ? nextPart(ctx, deal, { people, lostReasons, times, call }) : standPart(deal, looking)}
<aside class="beside" aria-label="Beside this lead">
${othersPart(found, people)}
${ownerPart(ctx, deal, { people, name: leadName(deal) })}
${fromPart(ctx, found, deliveries, people)}
</aside>
${timelinePart(found, {
  people,
  lostReasons,
  time: timesIn(zone, now),
  all: ctx.state.query.has('all'),
  me: mayWork ? session.person : undefined,
})}
${!times && call && html`<div class="thumb">${call}</div>`}</div>`,
  );
}

const erasedNote = ({ erased, deal, contact }: ShownLead, mayErase: boolean): Html =>
  html`<p class="note">The customer’s data was erased${erased && html` (${timeOf(erased)})`}:
name, email, phone, notes, the vendor’s own id, and the reasons and texts until then.
${deal.vendorName} still gets the status.${
    contact &&
    mayErase &&
    html` The contact is still there: <a href="${contactPath(contact.id)}">${apart(nameOf(contact))}</a>.`
  }</p>`;

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

/** The lead's state, for people who may only look. */
const standPart = (deal: WorkedDeal, looking: Looking): Html | false =>
  deal.followUp !== undefined &&
  html`<section class="sheet doing" aria-label="What was promised"><p>${promiseText(deal, looking)}</p></section>`;

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
  [
    'As it came',
    received?.by.startsWith('src_') &&
      may('showAsItCame') &&
      hasCustomer(deal) &&
      html`<a href="${asItCamePath(id)}">What its source sent</a>`,
  ],
  [
    'Contact',
    hasCustomer(deal) &&
      html`<a href="${contactPath(contactId)}">${contact ? apart(nameOf(contact)) : 'What is left of it'}</a>`,
  ],
])}
${formPanels(ctx, 'lead', { id, present: deal, people })}
${deliveriesPart(id, deliveries, may('replayHook'))}
${
  may('eraseLead') &&
  hasCustomer(deal) &&
  html`<p><a class="button danger" href="${leadPath(id)}/erase">Erase the customer’s data of this lead…</a></p>`
}</details></section>`;
}

/** The button that calls or writes, in the bar that telephones have at the thumb. */
const callButton = ({ phones: [phone], emails: [email] }: WaysToReach): Html | undefined =>
  phone
    ? html`<a class="button" href="${callPath(phone.value)}">Call<span class="digits">&nbsp;${phoneText(phone.value)}</span></a>`
    : email && html`<a class="button" href="${writePath(email.value)}">Write</a>`;
