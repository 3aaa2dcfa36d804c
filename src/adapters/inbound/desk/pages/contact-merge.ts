import type { MergePlan } from '../../../../application/ports/inbound/operator.ts';
import type { ContactRecord } from '../../../../application/ports/records.ts';
import type { Contact } from '../../../../domain/contact.ts';
import { mayAct } from '../../../../domain/desk-role.ts';
import { type ContactField, contactFields, fieldLabels } from '../../../../domain/mended-contact.ts';
import { nameOf } from '../../../../domain/name.ts';
import { PhoneNumber } from '../../../../domain/phone-number.ts';
import { Refused } from '../../../../domain/refused.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage } from '../page.ts';
import { apart, contactSought, emailLink, phoneLink, phoneText } from '../people.ts';
import { refusal } from '../refusal.ts';
import { contactPath } from './lead-list.ts';

/** Two contacts that are one person. */
export const contactMergePages: DeskPages = (router) => {
  router.get('/contacts/:id/merge', async (ctx) => {
    if (!mayAct(ctx.state.session.role, 'admin'))
      throw new Refused('not-permitted', 'Only an admin may do this.');
    const query = new URLSearchParams(ctx.querystring);
    const other = query.get('with')?.trim();
    showPage(
      ctx,
      'Merge contacts',
      other ? await comparison(ctx, other) : await choice(ctx, query.get('q') ?? ''),
    );
  });

  router.post('/contacts/:id/merge', async (ctx) => {
    const { form, operator, session } = ctx.state;
    const keptId = ctx.params.id ?? '';
    const goneId = form.get('with') ?? '';
    const refused = await refusal(() => operator.mergeContacts({ keptId, goneId, by: session.name }));
    if (refused === undefined)
      return goTo(ctx, contactPath(keptId), 'Merged: this contact now has the leads of both.');
    ctx.status = 409;
    showPage(ctx, 'Merge contacts', notPossible(keptId, refused));
  });
};

/** The other one is looked for, or is one that shares something with this one. */
async function choice({ params, state }: DeskContext, text: string): Promise<Html> {
  const { contactId, contact } = await state.operator.findContact({ contactId: params.id ?? '' });
  if (!contact) return notPossible(contactId, 'This contact was erased: there is nothing to merge.');
  const sought = contactSought(text);
  const found = sought ? await find(state, sought) : await alike(state, contact);
  const others = found.filter(({ id }) => id !== contactId);
  return html`<div class="head"><h1>Merge ${apart(nameOf(contact))} with whom?</h1>
<form role="search" class="line find"><input type="search" name="q" value="${text}" aria-label="Email, phone or name" placeholder="Email, phone or name" maxlength="300" aria-keyshortcuts="/"><button>Find</button></form></div>
${
  others.length === 0
    ? html`<p class="empty panel">${sought ? 'Nobody else is found by this.' : 'Nobody shares an email, a phone or the name. Find the other contact by what it shows.'}</p>`
    : html`<section class="panel people"><h2>${sought ? 'Found' : 'They share an email, a phone or the name'}</h2><ul>${others.map(
        (other) =>
          html`<li><a class="button" href="${mergePath(contactId, other.id)}">Compare<span class="unseen"> with ${nameOf(other)}</span></a> ${apart(nameOf(other))} ${other.phone && phoneLink(other.phone)} ${other.email && emailLink(other.email)}</li>`,
      )}</ul></section>`
}
<p><a href="${contactPath(contactId)}">Back to the contact</a></p>`;
}

const SHOWN = 20;

type Sought = NonNullable<ReturnType<typeof contactSought>>;

const find = async ({ operator }: DeskContext['state'], sought: Sought): Promise<readonly Contact[]> =>
  (await operator.findContacts({ ...sought, limit: SHOWN })).contacts;

async function alike(state: DeskContext['state'], contact: Contact): Promise<readonly Contact[]> {
  const { email, phone } = contact;
  const found = await Promise.all([
    ...(email ? [find(state, { email })] : []),
    ...(phone ? [find(state, { phone })] : []),
    find(state, { leadName: nameOf(contact) }),
  ]);
  return [...new Map(found.flat().map((other) => [other.id, other])).values()];
}

const mergePath = (keptId: string, goneId: string): string =>
  `${contactPath(keptId)}/merge?with=${encodeURIComponent(goneId)}`;

async function comparison({ params, state }: DeskContext, goneId: string): Promise<Html> {
  const { operator, session } = state;
  const keptId = params.id ?? '';
  let plan: MergePlan | undefined;
  const refused = await refusal(async () => {
    plan = await operator.planMerge({ keptId, goneId });
    for (const contactId of [keptId, goneId]) await operator.lookAtContact({ contactId, by: session.name });
  });
  if (!plan) return notPossible(keptId, refused ?? '');
  if (!plan.gone) return notPossible(keptId, 'The other contact was merged into this one before.');
  return bothSides(plan, plan.gone, keptId, goneId);
}

const notPossible = (keptId: string, why: string): Html =>
  html`<div class="head"><h1>Merge contacts</h1></div><p class="refused" role="alert">${why}</p>
<p><a href="${contactPath(keptId)}/merge">Choose another</a> or go <a href="${contactPath(keptId)}">back to the contact</a>.</p>`;

const bothSides = (
  { kept, filled }: MergePlan,
  gone: ContactRecord,
  keptId: string,
  goneId: string,
): Html => html`
<div class="head"><h1>Make one contact of these two?</h1></div>
<div class="scroll" tabindex="0" role="region" aria-label="Both contacts"><table class="list both">
<thead><tr><td></td><th scope="col">Is kept</th><th scope="col">Becomes a part of it</th><th scope="col">Afterwards</th></tr></thead>
<tbody>${contactFields.map((field) => {
  const isFilled = filled.includes(field);
  return html`<tr><th scope="row">${fieldLabels[field]}</th><td>${shown(kept.contact, field)}</td><td>${shown(gone.contact, field)}</td><td>${shown(isFilled ? gone.contact : kept.contact, field)}${isFilled && html` <span class="chip good">filled</span>`}</td></tr>`;
})}
<tr><th scope="row">leads</th><td>${kept.deals}</td><td>${gone.deals}</td><td>${kept.deals + gone.deals}</td></tr>
</tbody></table></div>
<p>Nothing of the kept contact is overwritten. It is also found by the other’s email and phone, and has the leads of both. This cannot be undone.</p>
<form method="post" action="${contactPath(keptId)}/merge" class="line"><input type="hidden" name="with" value="${goneId}">
<button class="primary">Merge</button> <a class="button" href="${mergePath(goneId, keptId)}">Keep the other one</a> <a class="button" href="${contactPath(keptId)}">Leave both as they are</a></form>`;

function shown(contact: Contact | undefined, field: ContactField): Html {
  const value = contact?.[field];
  if (!value) return html`<span class="soft">none</span>`;
  if (value instanceof PhoneNumber) return html`<span class="tel">${phoneText(value)}</span>`;
  return apart(typeof value === 'object' ? value.value : value);
}
