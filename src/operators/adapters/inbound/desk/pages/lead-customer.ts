import type { ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { ContactField } from '#operators/domain/work/contact-edit.ts';
import { authorName, type NamedPerson } from '#operators/domain/work/person.ts';
import type { WaysToReach } from '#operators/domain/work/ways-to-reach.ts';
import type { Contact, CustomerAsSent } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart, callPath, emailLink, phoneText, smsPath } from '../reach.ts';
import { contactForm } from './contact-form.ts';
import { facts } from './facts.ts';

interface CardOptions {
  /** The customer as corrected. */
  readonly customer: CustomerAsSent;
  readonly ways: WaysToReach;
  readonly people: readonly NamedPerson[];
}

/** Every known number and address of the customer, to call, copy and correct; the first is large. */
export function customerPart(
  ctx: DeskContext,
  found: ShownLead,
  { customer, ways: { phones, emails }, people }: CardOptions,
): Html {
  const { deal, contact, mended } = found;
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
