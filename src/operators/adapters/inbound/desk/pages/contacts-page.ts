import { emailOrPhone } from '#operators/application/leads/seek-leads.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { contactColumns, contactSought } from '../../presentation/contact-views.ts';
import { contactPath, heldWithPath } from '../../presentation/desk-paths.ts';
import { heldText } from '../../presentation/lead-words.ts';
import { searchText } from '../../presentation/values.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { showPage } from '../page.ts';
import { apart, emailLink, phoneLink } from '../reach.ts';
import { searchForm } from '../search-form.ts';

const MAX_CONTACTS_SHOWN = 20;

export const contactListPages: DeskPages = (routes) => {
  routes.get('/contacts', 'findContacts', async (ctx) => {
    const text = ctx.state.query.get('q') ?? '';
    showPage(
      ctx,
      'Contacts',
      html`<div class="head"><h1>Contacts</h1>${searchForm({ value: text, label: 'Email, phone or its last digits, or name' })}</div>${await found(ctx, text)}`,
    );
  });
};

async function found({ state }: DeskContext, text: string): Promise<Html> {
  const sought = contactSought(text);
  if (!sought)
    return html`<p class="empty panel">Find a customer by an email, a phone in any form or its last digits,
or the name: the present one, or one that a lead came with.</p>`;
  const { contacts, more } = await state.operator.findContacts({ ...sought, limit: MAX_CONTACTS_SHOWN });
  const held = await heldNote(state, text);
  if (contacts.length === 0)
    return html`${held}<p class="empty panel">Nobody is found by this. An email has to be complete;
of a phone the last four digits do, of a name the beginnings of its words.
Somebody whose data was erased is not found.</p>`;
  const note = more && html`<p class="soft">There may be more: type more of the name.</p>`;
  return html`${held}${contactTable(contacts)}${note}`;
}

/** Leads to held leads with the email or phone, for people who may read those. */
async function heldNote({ may, operator }: DeskContext['state'], text: string): Promise<Html | false> {
  const sought = emailOrPhone(searchText(text));
  if (!sought || !may('countHeldWith')) return false;
  const { held } = await operator.countHeldWith(sought);
  return (
    held > 0 &&
    html`<p class="panel"><a href="${heldWithPath(text)}">${heldText(held)}</a> with this in ${held === 1 ? 'it' : 'them'}</p>`
  );
}

const contactTable = (contacts: readonly Contact[]): Html =>
  listTable(contacts, {
    columns: contactColumns,
    class: 'rows',
    speaks: true,
    shown: [
      {
        of: 'name',
        html: (contact) =>
          html`<a class="name" href="${contactPath(contact.id)}">${apart(nameOf(contact))}</a>`,
      },
      { of: 'phone', class: 'reach', html: ({ phone }) => phone && phoneLink(phone) },
      { of: 'email', class: 'reach whole', html: ({ email }) => email && emailLink(email) },
      { of: 'zip', class: 'whole' },
    ],
  });
