import type { MergeOrder, MergePlan } from '#operators/application/ports/inbound/contact-use-cases.ts';
import type { ContactRecord } from '#operators/application/ports/records.ts';
import {
  type ContactField,
  contactFields,
  fieldLabels,
  fieldText,
} from '#operators/domain/work/contact-edit.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { PhoneNumber } from '../../../../../domain/phone-number.ts';
import { contactSought } from '../../presentation/contact-views.ts';
import { contactPath } from '../../presentation/desk-paths.ts';
import { asks, type Question } from '../ask.ts';
import { whyNot } from '../change.ts';
import type { DeskContext, DeskPages, Why } from '../desk-state.ts';
import { type Html, heardFirst, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { goTo, showPage } from '../page.ts';
import { apart, emailLink, phoneLink, phoneText } from '../reach.ts';
import { searchForm } from '../search-form.ts';

/** Merges two contacts of one person, after a choice of the other and a question. */
export const contactMergePages: DeskPages = (routes) =>
  asks(routes, '/contacts/:id/merge', 'mergeContacts', {
    async question(ctx) {
      const { operator, query } = ctx.state;
      const { keptId, goneId } = orderIn(ctx);
      if (goneId === '') return void showPage(ctx, TITLE, await choice(ctx, query.get('q') ?? ''));
      try {
        const plan = await operator.planMerge({ keptId, goneId });
        if (plan.gone) return bothSides(plan, plan.gone);
        showPage(ctx, TITLE, notPossible(keptId, 'The other contact was merged into this one before.'));
      } catch (error) {
        showPage(ctx, TITLE, notPossible(keptId, whyNot(error)));
      }
    },
    async act(ctx) {
      const order = orderIn(ctx);
      await ctx.state.operator.mergeContacts(order);
      goTo(ctx, contactPath(order.keptId), 'Merged: this contact now has the leads of both.');
    },
  });

const TITLE = 'Merge contacts';

const orderIn = ({ params, state: { query } }: DeskContext): MergeOrder => ({
  keptId: params.id ?? '',
  goneId: query.get('with')?.trim() ?? '',
});

/** The choice of the other contact: by a search, or among those that share something with this one. */
async function choice({ params, state }: DeskContext, text: string): Promise<Html> {
  const { contactId, contact } = await state.operator.findContact({ contactId: params.id ?? '' });
  if (!contact) return notPossible(contactId, 'This contact was erased: there is nothing to merge.');
  const sought = contactSought(text);
  const found = sought ? await find(state, sought) : await alike(state, contact);
  const others = found.filter(({ id }) => id !== contactId);
  const othersPart = html`<section class="panel people">
<h2>${sought ? 'Found' : 'They share an email, a phone or the name'}</h2>
<ul>${others.map((other) => otherItem(contactId, other))}</ul></section>`;
  return html`<div class="head"><h1>Merge ${apart(nameOf(contact))} with whom?</h1>
${searchForm({ value: text, label: 'Email, phone or its last digits, or name' })}</div>
${others.length === 0 ? html`<p class="empty panel">${sought ? NONE_FOUND : NONE_ALIKE}</p>` : othersPart}
<p><a href="${contactPath(contactId)}">Back to the contact</a></p>`;
}

const NONE_FOUND = 'Nobody else is found by this.';
const NONE_ALIKE = 'Nobody shares an email, a phone or the name. Find the other contact by what it shows.';

const otherItem = (contactId: string, other: Contact): Html =>
  html`<li><a class="button" href="${mergePath(contactId, other.id)}">Compare<span
 class="unseen"> with ${nameOf(other)}</span></a> ${apart(nameOf(other))}
${other.phone && phoneLink(other.phone)} ${other.email && emailLink(other.email)}</li>`;

const MAX_CONTACTS_FOUND = 20;

type Sought = NonNullable<ReturnType<typeof contactSought>>;

const find = async ({ operator }: DeskContext['state'], sought: Sought): Promise<readonly Contact[]> =>
  (await operator.findContacts({ ...sought, limit: MAX_CONTACTS_FOUND })).contacts;

async function alike(state: DeskContext['state'], contact: Contact): Promise<readonly Contact[]> {
  const { email, phone } = contact;
  const found = await Promise.all([
    ...(email ? [find(state, { email })] : []),
    ...(phone ? [find(state, { phone })] : []),
    find(state, { clue: nameOf(contact) }),
  ]);
  return [...new Map(found.flat().map((other) => [other.id, other])).values()];
}

const mergePath = (keptId: string, goneId: string): string =>
  `${contactPath(keptId)}/merge?with=${encodeURIComponent(goneId)}`;

const notPossible = (keptId: string, why: Why): Html => html`<div class="head"><h1>Merge contacts</h1></div>
<p class="refused" role="alert" ${heardFirst}>${why}</p>
<p><a href="${contactPath(keptId)}/merge">Choose another</a> or go
<a href="${contactPath(keptId)}">back to the contact</a>.</p>`;

const bothSides = (plan: MergePlan, gone: ContactRecord): Question => ({
  title: TITLE,
  asks: 'Make one contact of these two?',
  says: html`${listTable([...contactFields, 'leads' as const], {
    columns: {},
    caption: 'Both contacts',
    shown: [
      { head: 'Field', html: (of) => (of === 'leads' ? of : fieldLabels[of]) },
      { head: 'Is kept', html: (of) => shown(plan.kept, of) },
      { head: 'Becomes a part of it', html: (of) => shown(gone, of) },
      { head: 'Afterwards', html: (of) => afterwards(of, plan, gone) },
    ],
  })}
<p>Nothing of the kept contact is overwritten. It is also found by the other’s email and phone,
and has the leads of both. This cannot be undone.</p>`,
  button: html`<button class="danger">Merge</button>
<a class="button" href="${mergePath(plan.goneId, plan.keptId)}">Keep the other one</a>`,
  leave: { path: contactPath(plan.keptId), name: 'Leave both as they are' },
});

function afterwards(of: ContactField | 'leads', { kept, filled }: MergePlan, gone: ContactRecord): Html {
  if (of === 'leads') return html`${kept.deals + gone.deals}`;
  return filled.includes(of)
    ? html`${shown(gone, of)} <span class="chip good">filled</span>`
    : shown(kept, of);
}

function shown({ contact, deals }: ContactRecord, of: ContactField | 'leads'): Html {
  if (of === 'leads') return html`${deals}`;
  const value = contact?.[of];
  if (!value) return html`<span class="soft">none</span>`;
  if (value instanceof PhoneNumber) return html`<span class="tel">${phoneText(value)}</span>`;
  return apart(fieldText(value));
}
