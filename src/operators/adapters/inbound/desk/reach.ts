import type { EmailAddress } from '../../../../domain/email-address.ts';
import type { PhoneNumber } from '../../../../domain/phone-number.ts';
import { type Html, html } from './html.ts';

/** Apart from the text around it: it may run from right to left. */
export const apart = (text: string): Html => html`<bdi>${text}</bdi>`;

/** A phone number as people write it. */
export const phoneText = ({ value, identity }: PhoneNumber): string =>
  `${value.length > 10 ? '+1 ' : ''}(${identity.slice(0, 3)}) ${identity.slice(3, 6)}-${identity.slice(6)}`;

/** A telephone calls it. */
export const callPath = ({ identity }: PhoneNumber): string => `tel:+1${identity}`;

/** A telephone writes to it. */
export const smsPath = ({ identity }: PhoneNumber): string => `sms:+1${identity}`;

/** A mail program writes to it. */
export const writePath = ({ value }: EmailAddress): string =>
  `mailto:${encodeURIComponent(value).replace('%40', '@')}`;

export const phoneLink = (phone: PhoneNumber): Html =>
  html`<a class="tel" href="${callPath(phone)}">${phoneText(phone)}</a>`;

export const emailLink = (email: EmailAddress): Html =>
  html`<a href="${writePath(email)}">${apart(email.value)}</a>`;
