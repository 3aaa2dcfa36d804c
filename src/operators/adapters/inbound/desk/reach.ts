import type { EmailAddress } from '../../../../domain/email-address.ts';
import type { PhoneNumber } from '../../../../domain/phone-number.ts';
import { type Html, html } from './html.ts';

/** Keeps a text's direction apart from its surroundings: it may run from right to left. */
export const apart = (text: string): Html => html`<bdi>${text}</bdi>`;

/** A phone number as people write it. */
export const phoneText = ({ value, identity }: PhoneNumber): string =>
  `${value.length > 10 ? '+1 ' : ''}(${identity.slice(0, 3)}) ${identity.slice(3, 6)}-${identity.slice(6)}`;

/** An address at which a telephone calls the number. */
export const callPath = ({ identity }: PhoneNumber): string => `tel:+1${identity}`;

/** An address at which a telephone writes to the number. */
export const smsPath = ({ identity }: PhoneNumber): string => `sms:+1${identity}`;

/** An address at which a mail program writes to the email. */
export const writePath = ({ value }: EmailAddress): string =>
  `mailto:${encodeURIComponent(value).replace('%40', '@')}`;

export const phoneLink = (phone: PhoneNumber): Html =>
  html`<a class="tel" href="${callPath(phone)}">${phoneText(phone)}</a>`;

export const emailLink = (email: EmailAddress): Html =>
  html`<a href="${writePath(email)}">${apart(email.value)}</a>`;
