import { emailKey, type IdentityKey, phoneKey } from '../../../domain/contact.ts';
import { EmailAddress } from '../../../domain/email-address.ts';
import { BrokenRule } from '../../../domain/invalid-lead.ts';
import { nameWords, wholeWords } from '../../../domain/name.ts';
import { PhoneNumber } from '../../../domain/phone-number.ts';
import { plainId } from '../../../domain/plain-id.ts';
import type { CustomerMatch, DealMatch } from '../../domain/work/deal-conditions.ts';
import type { KeptContacts } from '../ports/outbound/kept-contacts.ts';

/** The most contacts of one phone or email whose leads are searched. */
const MAX_CONTACTS = 20;

/**
 * Everything that the text of a search box can mean: a phone or email, and all leads of its contacts; a lead's
 * id, or the vendor's own; a phone's last digits; beginnings of words of a name, a vehicle or both.
 */
export async function meaningsOf(
  text: string,
  contacts: Pick<KeptContacts, 'contacts'>,
): Promise<readonly DealMatch[]> {
  const sought = seen(text);
  const reach = emailOrPhone(sought);
  const isEmail = reach !== undefined && 'email' in reach;
  const ids: DealMatch[] = [...(isEmail ? [] : [{ id: plainId(sought) }]), { externalIdInAnyCase: sought }];
  if (reach) {
    const key = identityKeyOf(reach);
    const sharing = await contacts.contacts({ key, limit: MAX_CONTACTS });
    return [...ids, { said: key }, ...sharing.map(({ id }) => ({ contactId: id }))];
  }
  const customer = customerMatch(sought);
  if (!customer) return ids;
  return [...ids, ...('phoneEnd' in customer ? [customer] : []), ...byWords(sought)];
}

/** Searches by the text's words, with signs or without. A year beside other words may be the vehicle's. */
function byWords(text: string): DealMatch[] {
  const [words, whole] = [nameWords(text), wholeWords(text)];
  const readings = words.join() === whole.join() ? [words] : [words, whole];
  return readings.flatMap((anyWords) => {
    const year = anyWords.find((word) => /^(19|20)\d\d$/.test(word));
    const others = anyWords.filter((word) => word !== year);
    return [{ anyWords }, ...(year && others.length > 0 ? [{ anyWords: others, year }] : [])];
  });
}

/** The words or last digits of a phone by which a text describes a customer; `undefined` if there are none. */
export function customerMatch(text: string): CustomerMatch | undefined {
  const sought = seen(text);
  const digits = sought.replace(/\D/g, '');
  if (/^\P{L}*$/u.test(sought) && digits.length >= 4 && digits.length <= 9) return { phoneEnd: digits };
  const words = nameWords(sought);
  return words.length > 0 ? { words } : undefined;
}

/**
 * Reads a text that is an email, also as mail programs and web pages copy it, or a phone in any form;
 * `undefined` if it is neither.
 */
export function emailOrPhone(
  text: string,
): { readonly email: EmailAddress } | { readonly phone: PhoneNumber } | undefined {
  const sought = seen(text);
  const email = parsed(EmailAddress, sought) ?? parsed(EmailAddress, bareAddress(sought));
  if (email) return { email };
  const phone = parsed(PhoneNumber, sought);
  return phone && { phone };
}

/** The text without invisible characters, with which copied texts often begin or end. */
const seen = (text: string): string => text.replace(/\p{Cf}/gu, '').trim();

/** The bare address in `Ada <ada@example.com>`, `mailto:ada@example.com?subject=Hello` or `ada@example.com,`. */
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
