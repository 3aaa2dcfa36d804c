import type { FindContacts } from '#operators/application/contacts/known-contacts.ts';
import { customerMatch } from '#operators/application/leads/seek-leads.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { contactSought } from '../../presentation/contact-views.ts';
import { contactPath, listPath } from '../../presentation/desk-paths.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { apart, emailLink, phoneLink } from '../reach.ts';

const MAX_CONTACTS_SHOWN = 5;

/** Resolves to the contacts that a search text finds. */
export async function contactsFor({ state }: DeskContext, { q }: LeadFilter): Promise<ContactsFound> {
  const sought = q === undefined ? undefined : contactSought(q);
  if (!sought || ('clue' in sought && namesNobody(sought.clue))) return { contacts: [], more: false };
  return state.operator.findContacts({ ...sought, limit: MAX_CONTACTS_SHOWN });
}

/** Whether a text is neither a phone's last digits nor a name: words with a digit are an id or a vehicle. */
function namesNobody(clue: string): boolean {
  const match = customerMatch(clue);
  if (!match) return true;
  return 'words' in match && match.words.some((word) => /\d/.test(word));
}

export type ContactsFound = Awaited<ReturnType<FindContacts>>;

export const peoplePart = ({ contacts, more }: ContactsFound, { q = '' }: LeadFilter): Html =>
  html`<section class="panel people" aria-label="Contacts that match">
<h2>Contacts</h2><ul>${contacts.map(personItem)}</ul>${
    more && html`<p><a href="${listPath('/contacts', { q })}">More contacts</a></p>`
  }</section>`;

const personItem = (contact: Contact): Html =>
  html`<li><a href="${contactPath(contact.id)}">${apart(nameOf(contact))}</a>
${contact.phone && phoneLink(contact.phone)} ${contact.email && emailLink(contact.email)}</li>`;
