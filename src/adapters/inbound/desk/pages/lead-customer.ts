import type { ShownLead } from '../../../../application/operators/ports/inbound/lead-use-cases.ts';
import type { Contact, CustomerAsSent } from '../../../../domain/intake/contact.ts';
import { nameOf } from '../../../../domain/intake/name.ts';
import { contactPath } from '../../operators/desk-paths.ts';
import { type Html, html } from '../html.ts';
import { apart, emailLink, phoneLink, phoneText } from '../reach.ts';
import { facts } from './facts.ts';

/** Who the customer is: `customer` as mended since, what was sent otherwise, and what the contact says beyond it. */
export const customerPart = (
  { deal, contact }: ShownLead,
  customer: CustomerAsSent | undefined,
): Html => html`<section class="panel" aria-labelledby="customer">
<h2 id="customer">${customer === deal.customer ? 'Customer, as sent' : 'Customer'}</h2>
${customer ? facts(customerFacts(customer)) : html`<p class="soft">Erased.</p>`}
${customer && deal.customer && customer !== deal.customer && asSentPart(deal.customer, customer)}
${contactPart(deal.contactId, contact, customer)}
</section>`;

export const customerFacts = (customer: CustomerAsSent) =>
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
  const link = (text: string) =>
    html`<p class="on-screen"><a href="${contactPath(contactId)}">${text}</a></p>`;
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
