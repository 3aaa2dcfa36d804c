import { emailKey, type IdentityKey, phoneKey } from './contact.ts';
import { EmailAddress } from './email-address.ts';
import { PhoneNumber } from './phone-number.ts';

/** The most keys that are looked for: the text of one lead has few. */
const MOST = 500;

const EMAIL = /[^\s<>"'(),:;[\]\\=&]{1,64}@[^\s<>"'(),:;[\]\\=&@]{3,190}/gu;
const PHONE = /(?<!\d)(?:\+?1[ .-]{0,2})?\(?\d{3}\)?[ .\-/]{0,3}\d{3}[ .\-/]{0,3}\d{4}(?!\d)/g;

/** The keys of all emails and phones that stand in a text, however they are written. */
export function identitiesIn(text: string): readonly IdentityKey[] {
  const found = new Set<IdentityKey>();
  for (const [email] of text.matchAll(EMAIL)) {
    add(found, () => emailKey(EmailAddress.parse(email.replace(/[.-]+$/, ''))));
    if (found.size >= MOST) break;
  }
  for (const [phone] of text.matchAll(PHONE)) {
    add(found, () => phoneKey(PhoneNumber.parse(phone)));
    if (found.size >= 2 * MOST) break;
  }
  return [...found];
}

/** Adds a key, unless the text only looks like an email or phone. */
function add(found: Set<IdentityKey>, key: () => IdentityKey): void {
  try {
    found.add(key());
  } catch {}
}
