import {
  type ContactField,
  contactFields,
  fieldLabels,
  fieldText,
} from '#operators/domain/work/contact-edit.ts';
import { type Customers, presentCustomer } from '#operators/domain/work/worked-deal.ts';
import { type Contact, type CustomerAsSent, isUnderOtherName } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { contactPath } from '../../presentation/desk-paths.ts';
import { notDone } from '../change.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html, required } from '../html.ts';
import { apart, emailLink, phoneLink } from '../reach.ts';

/** The facts by which people are told apart. */
export const personFacts = (person: CustomerAsSent & Partial<Pick<Contact, 'zip'>>) =>
  [
    ['Name', apart(nameOf(person))],
    ['Phone', person.phone && phoneLink(person.phone)],
    ['Email', person.email && emailLink(person.email)],
    ['ZIP', person.zip && apart(person.zip)],
  ] as const;

/** The values that were changed in a form, and those that it had shown: changes by others in further fields stay. */
export function editIn(form: URLSearchParams) {
  const changed = contactFields.filter((field) => typedIn(form, field) !== undefined);
  const texts = (nameOfInput: (field: ContactField) => string) =>
    Object.fromEntries(changed.map((field) => [field, form.get(nameOfInput(field))]));
  return { ...texts((field) => field), from: texts(seenName) };
}

const seenName = (field: ContactField): string => `${field}-was`;

/** The typed value of a field; `undefined` if it is the one that was shown. */
function typedIn(form: URLSearchParams, field: ContactField): string | undefined {
  const typed = form.get(field);
  return typed === null || typed === form.get(seenName(field)) ? undefined : typed;
}

const inputs: Partial<Record<ContactField, Html>> = {
  firstName: required,
  email: html`inputmode="email"`,
  phone: html`inputmode="tel"`,
};

/** The form for a contact's values. `leads`: leads of the contact. `from`: the lead whose page has the form. */
export function contactForm(
  ctx: DeskContext,
  contact: Contact,
  leads: readonly Customers[],
  from?: string,
): Html {
  const others = leads.map(presentCustomer).filter((customer) => isUnderOtherName(customer, contact));
  const names = [...new Set(others.flatMap((customer) => (customer ? nameOf(customer) : [])))];
  return html`${
    names.length > 0 &&
    html`<p class="note">Its leads also name ${names.map((name, at) => html`${at > 0 && ', '}${apart(name)}`)}:
make sure that what you change is ${apart(nameOf(contact))}’s.</p>`
  }
${notDone(ctx, 'editContact')}
<form method="post" action="${contactPath(contact.id)}/edit" class="stack">
${from !== undefined && html`<input type="hidden" name="lead" value="${from}">`}
${contactFields.map((field) => fieldInput(field, contact, ctx.state.form))}
<p><button class="primary">Save</button></p>
</form>`;
}

/** A field with the value that was typed. A refused form shows the present value, which the next try has then seen. */
function fieldInput(field: ContactField, contact: Contact, form: URLSearchParams): Html {
  const was = fieldText(contact[field]);
  const label = fieldLabels[field];
  return html`<label>${label[0]?.toUpperCase()}${label.slice(1)}
<input name="${field}" value="${typedIn(form, field) ?? was}" dir="auto" autocomplete="off" ${inputs[field]}></label><input
 type="hidden" name="${seenName(field)}" value="${was}">`;
}
