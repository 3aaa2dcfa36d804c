import { EmailAddress } from '../email-address.ts';
import { PhoneNumber } from '../phone-number.ts';
import { telephoneIn } from './telephone.ts';

/** A text that was sent as an email or a phone. */
export interface SentText {
  readonly value: string;
  /** What the sender calls it: it begins a line of the notes. */
  readonly place: string;
}

/** How a customer can be reached, as fields of a lead. */
export interface Reach {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** Lines for the notes: further emails and phones, and what could not be read. */
  readonly notes: readonly string[];
}

/**
 * Reads all that was sent as emails and as phones. A good email is enough, as is a good phone: what cannot be read
 * beside it is noted. Without either, the first of each stays as sent, for a person to see what is wrong.
 */
export function reachOf(emails: readonly SentText[], phones: readonly SentText[]): Reach {
  const [mailed, called] = [reading(emails, emailIn), reading(phones, phoneIn)];
  const [email, phone] = [mailed.find(isRead), called.find(isRead)];
  if (email || phone)
    return {
      email: email?.read,
      phone: phone?.read,
      notes: [...linesBeside(email, mailed), ...linesBeside(phone, called)],
    };
  const broken = phones.find(({ value }) => !parses(PhoneNumber.parse, value));
  const others = [...emails.slice(1), ...phones.filter((each) => each !== broken)];
  return { email: emails[0]?.value, phone: broken?.value, notes: others.map(lineOf) };
}

interface Read extends SentText {
  /** What was read; `undefined` if nothing could be. */
  readonly read: string | undefined;
  /** What was read in a form that is the same for the same email or phone. */
  readonly identity: string | undefined;
  /** Lines about what else is in the text. */
  readonly more: readonly string[];
}

const isRead = ({ read }: Read): boolean => read !== undefined;

const lineOf = ({ place, value }: SentText): string => `${place}: ${value.trim()}`;

/** Lines about all but what became a field. Texts that say the same have none. */
const linesBeside = (chosen: Read | undefined, all: readonly Read[]): readonly string[] =>
  all.flatMap((each) => {
    if (each === chosen) return each.more;
    const isSame = each.identity !== undefined && each.identity === chosen?.identity;
    return isSame && each.more.length === 0 ? [] : [lineOf(each)];
  });

/** The most texts that are read. Others become lines as they are. */
const MOST_READ = 10;

const reading = (sent: readonly SentText[], read: (text: SentText) => Read): readonly Read[] =>
  sent.map((text, at) =>
    at < MOST_READ ? read(text) : { ...text, read: undefined, identity: undefined, more: [] },
  );

function phoneIn(sent: SentText): Read {
  const { phone, written, notes } = telephoneIn(sent.value);
  return { ...sent, read: written, identity: phone?.slice(-10), more: notes };
}

/** Reads the first address in a text such as `Ada <ada@example.com>`. */
function emailIn(sent: SentText): Read {
  const text = sent.value.trim();
  const words = isEmail(text) ? [text] : wordsOf(text);
  const [first, ...others] = words.filter((word) => word.includes('@') && isEmail(word));
  const further = others.filter((each) => each.toLowerCase() !== first?.toLowerCase());
  const isAll = words.every((word) => isEmail(word) || /^(?:mailto|or|and|\W*)$/i.test(word));
  const more = isAll ? further.map((each) => `Other email: ${each}`) : [`Email as sent: ${text}`];
  return { ...sent, read: first, identity: first?.toLowerCase(), more };
}

/** The most characters of a text in which addresses are looked for. */
const LONGEST = 1_000;

const wordsOf = (text: string): readonly string[] =>
  text.length > LONGEST ? [text] : text.split(/[\s<>()[\],;:"|]+/).map((word) => word.replace(/\.$/, ''));

/** Whether a text is an email address and nothing else. */
export const isEmail = (text: string): boolean => parses(EmailAddress.parse, text);

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
