import { emailKey, phoneKey } from '../domain/contact.ts';
import { EmailAddress } from '../domain/email-address.ts';
import { BrokenRule } from '../domain/invalid-lead.ts';
import { PhoneNumber } from '../domain/phone-number.ts';
import { nameWords } from '../domain/text.ts';
import type { DealMatch } from './ports/outbound/back-office.ts';

/** What the text of a search box can mean: a phone, an email, the id of a lead, the vendor's own, the beginnings of a name. */
export function meaningsOf(text: string): readonly DealMatch[] {
  const sought = text.trim();
  const email = parsed(EmailAddress, sought);
  if (email) return [{ said: emailKey(email) }, { externalId: sought }];
  const phone = parsed(PhoneNumber, sought);
  const words = nameWords(sought);
  return [
    { id: sought.toLowerCase() },
    { externalId: sought },
    ...(phone ? [{ said: phoneKey(phone) }] : words.length > 0 ? [{ words }] : []),
  ];
}

function parsed<T>({ parse }: { parse(text: string): T }, text: string): T | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof BrokenRule) return undefined;
    throw error;
  }
}
