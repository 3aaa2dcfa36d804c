import { countLeadsUnderOtherNames } from '#operators/application/contacts/other-names.ts';
import type { ListedLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { ContactRecord } from '#operators/application/ports/records.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import type { NamedPerson } from '#operators/domain/work/person.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import { shownKeys } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { plainId } from '../../../../../domain/plain-id.ts';
import { contactPath, leadPath, listPath } from '../../presentation/desk-paths.ts';
import { countOf } from '../../presentation/lead-words.ts';
import { contactFileText } from '../../presentation/shapes/contact-shapes.ts';
import { change } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { contactForm, editIn, personFacts } from './contact-form.ts';
import { facts } from './facts.ts';
import { lookingAt } from './inbox-views.ts';
import { leadTable } from './lead-list.ts';
import { showLead } from './lead-page.ts';

const MAX_LEADS_SHOWN = 20;

export const contactPages: DeskPages = (routes) => {
  routes.get('/contacts/:id', 'findContact', (ctx) => showContact(ctx));

  routes.get('/contacts/:id/export', 'exportContact', async (ctx) => {
    const { operator, now, zone } = ctx.state;
    const file = await operator.exportContact({ contactId: ctx.params.id ?? '' });
    ctx.type = 'application/json; charset=utf-8';
    ctx.attachment(`contact-${zone.dayOf(now)}.json`);
    ctx.body = contactFileText(file, now);
  });

  /** Changes from the contact's own page, or from that of one of its leads. */
  change(routes, 'editContact', {
    path: '/contacts/:id/edit',
    back: ({ params, state }) => (onLead(state) ? leadPath(onLead(state)) : contactPath(params.id ?? '')),
    again: (ctx) => (onLead(ctx.state) ? showLead(ctx, onLead(ctx.state)) : showContact(ctx)),
    given: ({ state: { form } }) => editIn(form),
  });
};

const onLead = ({ form }: DeskContext['state']): string => form.get('lead') ?? '';

async function showContact(ctx: DeskContext): Promise<void> {
  const { operator, may } = ctx.state;
  const found = await operator.findContact({ contactId: ctx.params.id ?? '' });
  const { leads, more } = await operator.listLeads({
    contact: found.contactId,
    newest: true,
    limit: MAX_LEADS_SHOWN,
  });
  const others = may('exportContact') ? await countLeadsUnderOtherNames(found, operator) : 0;
  const [people, reasons] = await Promise.all([operator.namePeople(), operator.nameLostReasons()]);
  showPage(
    ctx,
    found.contact ? nameOf(found.contact) : 'Erased contact',
    contactPage(ctx, { found, leads, more, others, people, reasons }),
  );
}

interface ContactView {
  readonly found: ContactRecord;
  readonly leads: readonly ListedLead[];
  readonly more: boolean;
  /** The number of its leads under another first name; 0 for people who may not export it. */
  readonly others: number;
  readonly people: readonly NamedPerson[];
  readonly reasons: readonly LostReason[];
}

function contactPage(ctx: DeskContext, view: ContactView): Html {
  const { found, leads, more, others, people, reasons } = view;
  const { contact, contactId, deals } = found;
  const { may } = ctx.state;
  const isAnother = plainId(ctx.params.id ?? '') !== contactId;
  return html`<div class="head"><h1>${apart(contact ? nameOf(contact) : 'Erased contact')}</h1>
<span class="soft">${countOf(deals)}</span></div>
${isAnother && mergedNote(contactId)}
${!contact && goneNote(found)}
<div class="columns">
<div class="main">
${contact && keptPart(found, contact)}
</div>
<div class="side">${contact && may('editContact') && editPart(ctx, contact, leads)}</div>
<div class="main">
${contact && may('eraseContact') && lastingChanges(contactId, others)}
</div></div>
<h2>Leads</h2>
${leadTable(leads, { ...lookingAt(ctx.state), people, reasons, empty: 'It has no leads.' })}
${more && html`<p><a href="${listPath('/', { contact: contactId })}">All ${deals} leads</a></p>`}`;
}

const mergedNote = (contactId: string): Html =>
  html`<p class="note">The contact that you asked for was merged into this one,
whose id is <a href="${contactPath(contactId)}">${contactId}</a>.</p>`;

const lastingChanges = (contactId: string, others: number): Html => html`<p class="line">
<a class="button" href="${contactPath(contactId)}/export">Export all that is kept (JSON)</a>
${others > 0 && html`<span class="soft">with ${countOf(others)} that came under another name</span>`}
<a class="button" href="${contactPath(contactId)}/merge">Merge with another contact…</a>
<a class="button danger" href="${contactPath(contactId)}/erase">Erase…</a></p>`;

const goneNote = ({ erased }: ContactRecord): Html =>
  erased
    ? html`<p class="note">This customer’s data was erased (${timeOf(erased)}).
The leads stay, without anything of the customer.</p>`
    : html`<p class="note">Of this contact only its leads are left.</p>`;

const keptPart = ({ contactId, merged }: ContactRecord, contact: Contact): Html =>
  html`<section class="panel" aria-labelledby="kept"><h2 id="kept">Customer</h2>${facts([
    ...personFacts(contact),
    [
      'Shared phone',
      contact.phone &&
        shownKeys(contact).length > 0 &&
        'another contact held it first: leads with this phone alone go there',
    ],
    ['Contact’s id', html`<code>${contactId}</code>`],
    ['Merged into it', merged && merged.length > 0 && merged.join(', ')],
  ])}</section>`;

const editPart = (ctx: DeskContext, contact: Contact, leads: readonly ListedLead[]): Html =>
  html`<section class="panel" aria-labelledby="edit"><h2 id="edit">Edit</h2>
${contactForm(ctx, contact, leads)}</section>`;
