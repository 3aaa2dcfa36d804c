import type { LeadDelivery } from '../../../../application/ports/inbound/hooks.ts';
import type { ShownLead } from '../../../../application/ports/inbound/operator.ts';
import type { LeadRecord } from '../../../../application/ports/records.ts';
import type { Answer } from '../../../../domain/answer-goal.ts';
import type { Contact, CustomerAsSent } from '../../../../domain/contact.ts';
import { type Deal, isForgotten, type SeenStatus, statusSince } from '../../../../domain/deal.ts';
import { isFinal, nextStatuses } from '../../../../domain/lead-status.ts';
import { presentCustomer } from '../../../../domain/mended-contact.ts';
import { isSameName, nameOf } from '../../../../domain/name.ts';
import { authorName, type NamedPerson, personName } from '../../../../domain/person.ts';
import { answerWords } from '../../operators/answers.ts';
import { contactPath, leadPath } from '../../operators/desk-paths.ts';
import { vehicleText } from '../../operators/leads.ts';
import { statusSince as parsedSince, status as parsedStatus } from '../../operators/values.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage, timeOf } from '../page.ts';
import { apart, emailLink, phoneLink, phoneText } from '../people.ts';
import { offerUndo } from '../undo.ts';
import { type Why, whyNot } from '../why-not.ts';
import { facts } from './facts.ts';
import { ownerOf, statusOf } from './lead-changes.ts';
import { deliveriesPart } from './lead-deliveries.ts';
import {
  ageOf,
  assignFields,
  JUST_NOW,
  moveButtons,
  noDefaultButton,
  statusMark,
  waitMark,
} from './lead-list.ts';

export const leadPages: DeskPages = (routes) => {
  routes.get('/leads/:id', 'showLead', (ctx) => showLead(ctx));

  routes.post('/leads/:id/move', 'moveLead', async (ctx) => {
    const { form, operator } = ctx.state;
    const leadId = ctx.params.id ?? '';
    const to = statusOf(form);
    if (!to) return showLead(ctx, { move: 'Choose the new status.' });
    const reason = form.get('reason') ?? undefined;
    const why = await whyNot(async () => {
      const { before, after } = await operator.moveLead({ leadId, to, reason, seen: seenIn(form) });
      const since = statusSince(after);
      offerUndo(ctx, [{ id: leadId, leadId, from: before.status, status: after.status, since }]);
    });
    if (why !== undefined) return showLead(ctx, { move: why });
    goTo(ctx, leadPath(leadId), `Moved to ${to}.`);
  });

  routes.post('/leads/:id/assign', 'assignLead', async (ctx) => {
    const { operator } = ctx.state;
    const leadId = ctx.params.id ?? '';
    const owner = await ownerOf(ctx);
    if (!owner) return showLead(ctx, { assign: 'Choose the owner, or “Unassign”.' });
    const from = ctx.state.form.get('from');
    const seen = from === null ? undefined : { owner: from || null };
    const why = await whyNot(() => operator.assignLead({ leadId, to: owner.id, seen }));
    if (why !== undefined) return showLead(ctx, { assign: why });
    goTo(ctx, leadPath(leadId), `Assigned to ${owner.name}.`);
  });

  routes.get('/leads/:id/erase', 'eraseLead', async (ctx) => {
    const found = await ctx.state.operator.showLead({ leadId: ctx.params.id ?? '' });
    showPage(ctx, 'Erase a lead', erasePage(found));
  });

  routes.post('/leads/:id/erase', 'eraseLead', async (ctx) => {
    const { operator } = ctx.state;
    const leadId = ctx.params.id ?? '';
    const { deal, contact } = await operator.showLead({ leadId });
    const isSame = isSamePerson(contact, presentCustomer(deal.customer, contact) ?? deal.customer);
    await operator.eraseLead({ leadId });
    const said = 'Erased: nothing of the customer is left in this lead.';
    goTo(ctx, leadPath(leadId), isSame ? `${said} The contact still says who it was: see below.` : said);
  });
};

/** What the page showed of the lead's status. Throws InvalidValue. */
function seenIn(form: URLSearchParams): SeenStatus {
  const [from, since] = [form.get('from'), form.get('statusSince')];
  return {
    ...(from !== null && { status: parsedStatus(from) }),
    ...(since !== null && { since: parsedSince(since) }),
  };
}

/** Why not, told next to the form. */
interface WhyNot {
  readonly move?: Why;
  readonly assign?: Why;
}

async function showLead(ctx: DeskContext, why: WhyNot = {}): Promise<void> {
  const { operator, may } = ctx.state;
  const leadId = ctx.params.id ?? '';
  const [found, deliveries, people] = await Promise.all([
    operator.showLead({ leadId }),
    operator.leadDeliveries({ leadId }),
    operator.namePeople(),
  ]);
  if (why.move !== undefined || why.assign !== undefined) ctx.status = 409;
  const customer = presentCustomer(found.deal.customer, found.contact) ?? found.deal.customer;
  const actions =
    may('moveLead') &&
    html`${moveForm(ctx, found.deal, why.move)}
${assignForm(found.deal, people, why.assign)}`;
  showPage(
    ctx,
    customer ? nameOf(customer) : 'Erased lead',
    leadPage(found, customer, {
      actions,
      people,
      deliveries,
      now: ctx.state.now,
      mayErase: may('eraseLead'),
      mayReplay: may('replayHook'),
    }),
  );
}

interface LeadPageParts {
  readonly actions: Html | false;
  readonly people: readonly NamedPerson[];
  readonly deliveries: readonly LeadDelivery[];
  readonly now: Date;
  readonly mayErase: boolean;
  readonly mayReplay: boolean;
}

/** `customer` as mended since. */
function leadPage(found: ShownLead, customer: CustomerAsSent | undefined, parts: LeadPageParts): Html {
  const { deal, contact } = found;
  const { id, dealType, vendorId, vendorName, externalId, receivedAt, owner, status } = deal;
  const since = ageOf(statusSince(deal), parts.now);
  const vehicle = vehicleText(deal);
  return html`
<div class="head"><h1>${apart(customer ? nameOf(customer) : 'Erased lead')}</h1>
<span>${statusMark(status)} ${since === JUST_NOW ? since : `for ${since}`}</span> ${waitMark(found.answer)}
${besides}</div>
${isForgotten(deal) && erasedNote(found)}
<div class="columns">
<div class="main">
<section class="panel" aria-labelledby="customer">
<h2 id="customer">${customer === deal.customer ? 'Customer, as sent' : 'Customer'}</h2>
${customer ? facts(customerFacts(customer)) : html`<p class="soft">Erased.</p>`}
${customer && deal.customer && customer !== deal.customer && asSentPart(deal.customer, customer)}
${contactPart(deal.contactId, contact, customer)}
</section>
</div>
<div class="side">${parts.actions}</div>
<div class="main">
${deal.notes !== '' && notesPart(deal.notes)}
<section class="panel" aria-labelledby="lead"><h2 id="lead">Lead</h2>${facts([
    ['Type', dealType],
    ['Vehicle', vehicle !== '' && apart(vehicle)],
    ['Received', timeOf(receivedAt)],
    [deal.reopened ? 'Answer since reopened' : 'Answer', found.answer && answerText(found.answer)],
    ['Owner', !parts.actions && ownerText(owner, parts.people)],
    ['Vendor', html`${apart(vendorName)} <span class="soft">(${apart(vendorId)})</span>`],
    ['Vendor’s own id', externalId !== undefined && apart(externalId)],
    ['Our id', html`<code>${id}</code>`],
  ])}</section>
<section class="panel" aria-labelledby="history"><h2 id="history">History</h2>${historyPart(deal, parts.people)}</section>
${deliveriesPart(id, parts.deliveries, parts.mayReplay)}
${parts.mayErase && !isForgotten(deal) && eraseLink(id)}
</div>
</div>`;
}

function answerText(answer: Answer): Html {
  const [words, time] = answerWords(answer);
  return html`<span class="${answer.isLate && 'late'}">${words}${time && html` ${timeOf(time)}`}</span>`;
}

/** The list that somebody came from, and its leads beside this one: a script knows them. */
const besides = html`<nav class="line end" aria-label="List" data-besides hidden><a class="button" rel="prev"
 aria-keyshortcuts="k">Before</a> <a class="button" rel="next" aria-keyshortcuts="j">Next</a>
<a class="button" data-list>Back to the list</a></nav>`;

const eraseLink = (id: string): Html =>
  html`<p><a class="button danger" href="${leadPath(id)}/erase">Erase the customer’s data of this lead…</a></p>`;

const erasedNote = ({ erased, deal }: LeadRecord): Html =>
  html`<p class="note">The customer’s data was erased${erased && html` (${timeOf(erased)})`}:
name, email, phone, notes, the vendor’s own id and the reasons until then.
${deal.vendorName} still gets the status.</p>`;

const customerFacts = (customer: CustomerAsSent) =>
  [
    ['Name', apart(nameOf(customer))],
    ['Phone', customer.phone && phoneLink(customer.phone)],
    ['Email', customer.email && emailLink(customer.email)],
  ] as const;

/** What was mended since, as it was sent: nobody should dial it. */
function asSentPart(sent: CustomerAsSent, present: CustomerAsSent): Html {
  const texts = ({ phone, email, ...name }: CustomerAsSent) =>
    [
      ['Name', nameOf(name)],
      ['Phone', phone && phoneText(phone)],
      ['Email', email?.value],
    ] as const;
  const now = texts(present);
  const mended = texts(sent).flatMap(([name, text], at) =>
    text === undefined || text === now[at]?.[1] ? [] : [[name, apart(text)] as const],
  );
  return html`<h3 class="otherwise">As sent</h3>${facts(mended)}`;
}

/** Where the contact says otherwise than the lead did, and the way there. */
function contactPart(
  contactId: string,
  contact: Contact | undefined,
  customer: CustomerAsSent | undefined,
): Html {
  const link = (text: string) => html`<p><a href="${contactPath(contactId)}">${text}</a></p>`;
  if (!contact) return link('What is left of the contact');
  if (!customer) return link('The contact');
  const { email, phone, zip } = contact;
  const others = [
    ['Name', nameOf(contact) !== nameOf(customer) && apart(nameOf(contact))],
    ['Phone', phone?.identity !== customer.phone?.identity && (phone ? phoneLink(phone) : 'none')],
    ['Email', email?.identity !== customer.email?.identity && (email ? emailLink(email) : 'none')],
  ] as const;
  const differs = others.some(([, value]) => value !== false);
  const contradicts =
    nameOf(contact) !== nameOf(customer) ||
    (customer.phone && phone?.identity !== customer.phone.identity) ||
    (customer.email && email?.identity !== customer.email.identity);
  const heading = html`<h3 class="otherwise">The contact ${contradicts ? 'says otherwise' : 'also has'}</h3>`;
  return html`${differs && heading}
${facts([...others, ['ZIP', zip && apart(zip)]])}
${link(differs ? 'Contact, and its other leads' : 'Contact, and other leads')}`;
}

/** A text that may be as long as a book scrolls in its place. */
const LONG_NOTES = 1_500;

const notesPart = (
  notes: string,
): Html => html`<section class="panel" aria-labelledby="notes"><h2 id="notes">Notes</h2>
<div class="notes" dir="auto" ${
  notes.length > LONG_NOTES && html`tabindex="0" role="region" aria-labelledby="notes"`
}>${notes}</div></section>`;

const historyPart = ({ history, vendorName }: Deal, people: readonly NamedPerson[]): Html => {
  const items = history.map((change, index) => {
    const { status, at, reason } = change;
    const by = apart(authorName(change, people));
    const who = index === 0 ? html`received from ${apart(vendorName)}, ${by}` : html`by ${by}`;
    return html`<li>${statusMark(status)} ${timeOf(at)}
<span class="soft">${who}</span>
${reason !== undefined && html`<div class="reason" dir="auto">${reason}</div>`}</li>`;
  });
  return html`<ol class="history">${items.toReversed()}</ol>`;
};

function moveForm({ state: { form } }: DeskContext, deal: Deal, why: Why | undefined): Html {
  const isReopening = isFinal(deal.status);
  return html`<section class="panel" aria-labelledby="move"><h2 id="move">Move to</h2>
${why !== undefined && html`<p class="refused" role="alert">${why}</p>`}
<form method="post" action="${leadPath(deal.id)}/move" class="stack">
${noDefaultButton}
<input type="hidden" name="statusSince" value="${statusSince(deal).toISOString()}">
<label>${isReopening ? 'Reason (needed to reopen)' : 'Reason'}
<input name="reason" value="${form.get('reason') ?? ''}" maxlength="500" autocomplete="off"
 ${isReopening && html`required`}></label>
<p>${moveButtons(nextStatuses(deal.status))}</p>
</form></section>`;
}

const ownerText = (owner: string | undefined, people: readonly NamedPerson[]): Html =>
  owner === undefined ? html`nobody` : apart(personName(owner, people));

const assignForm = (
  { id, owner }: Deal,
  people: readonly NamedPerson[],
  why: Why | undefined,
): Html => html`<section class="panel" aria-labelledby="assign">
<h2 id="assign">Owner: ${ownerText(owner, people)}</h2>
${why !== undefined && html`<p class="refused" role="alert">${why}</p>`}
<form method="post" action="${leadPath(id)}/assign" class="line">
<input type="hidden" name="from" value="${owner}">${assignFields(people)}</form></section>`;

const isSamePerson = (contact: Contact | undefined, customer: CustomerAsSent | undefined): boolean =>
  contact !== undefined && customer !== undefined && isSameName(contact.firstName, customer.firstName);

function erasePage({ deal, contact }: LeadRecord): Html {
  const customer = presentCustomer(deal.customer, contact) ?? deal.customer;
  return html`<div class="head"><h1>Erase the customer’s data of this lead?</h1></div>
<section class="panel ask">
${customer ? facts(customerFacts(customer)) : html`<p>It was erased before.</p>`}
<p>Erased, for good: the name, email and phone in this lead, its notes, the vendor’s own id,
and the reasons in its history.</p>
<p>What stays: the lead’s status, type, vehicle, dates and who moved it,
so that ${apart(deal.vendorName)} still gets the status.
Also the <a href="${contactPath(deal.contactId)}">contact</a>, with its other leads.</p>
${
  isSamePerson(contact, customer) &&
  html`<p class="note">The contact says the same name. If it is of this person alone, erase the contact instead.
If others share its phone, erase this, then make the contact theirs: under <em>Edit</em>,
write the other’s name, and clear the email.</p>`
}
<form method="post" action="${leadPath(deal.id)}/erase" class="line"><button class="danger">Erase</button>
<a class="button" href="${leadPath(deal.id)}">Leave it as it is</a></form>
</section>`;
}
