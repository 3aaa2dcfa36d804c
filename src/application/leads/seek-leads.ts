import { emailKey, type IdentityKey, phoneKey } from '../../domain/contact.ts';
import { EmailAddress } from '../../domain/email-address.ts';
import { BrokenRule } from '../../domain/invalid-lead.ts';
import { nameWords } from '../../domain/name.ts';
import { PhoneNumber } from '../../domain/phone-number.ts';
import type { BackOffice, DealMatch } from '../ports/outbound/back-office.ts';

/** Contacts of a phone or email whose leads are looked for. */
const MAX_CONTACTS = 20;

/**
 * What the text of a search box can mean: a phone or an email, with all leads of the contacts that it finds; the id of a
 * lead, the vendor's own, the beginnings of a name.
 */
export async function meaningsOf(
  text: string,
  backOffice: Pick<BackOffice, 'contacts'>,
): Promise<readonly DealMatch[]> {
  const sought = seen(text);
  const reach = emailOrPhone(sought);
  const isEmail = reach !== undefined && 'email' in reach;
  const spelt = new Set([sought, sought.toUpperCase(), sought.toLowerCase()]);
  const ofVendor = [...spelt].map((externalId) => ({ externalId }));
  const ids: DealMatch[] = [...(isEmail ? [] : [{ id: sought.toLowerCase() }]), ...ofVendor];
  if (reach) {
    const key = identityKeyOf(reach);
    const sharing = await backOffice.contacts({ key, limit: MAX_CONTACTS });
    return [...ids, { said: key }, ...sharing.map(({ id }) => ({ contactId: id }))];
  }
  const words = nameWords(sought);
  return words.length > 0 ? [...ids, { words }] : ids;
}

/** What a text says if it is an email, also as mail programs and web pages give it to be pasted, or a phone in any form. */
export function emailOrPhone(
  text: string,
): { readonly email: EmailAddress } | { readonly phone: PhoneNumber } | undefined {
  const sought = seen(text);
  const email = parsed(EmailAddress, sought) ?? parsed(EmailAddress, bareAddress(sought));
  if (email) return { email };
  const phone = parsed(PhoneNumber, sought);
  return phone && { phone };
}

/** Without what nobody sees: copied texts often begin or end with it. */
const seen = (text: string): string => text.replace(/\p{Cf}/gu, '').trim();

/** Of `Ada <ada@example.com>`, `mailto:ada@example.com?subject=Hello` or `ada@example.com,` the address alone. */
const bareAddress = (text: string): string =>
  (/<([^<>]*)>/.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .replace(/^["'(]+|[\s"').,;:!?]+$/g, '');

export const identityKeyOf = (
  sought: { readonly email: EmailAddress } | { readonly phone: PhoneNumber },
): IdentityKey => ('email' in sought ? emailKey(sought.email) : phoneKey(sought.phone));

function parsed<T>({ parse }: { parse(text: string): T }, text: string): T | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof BrokenRule) return undefined;
    throw error;
  }
}
