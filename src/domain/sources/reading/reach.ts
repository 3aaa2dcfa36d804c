import { EmailAddress } from '../../email-address.ts';
import { PhoneNumber } from '../../phone-number.ts';
import { telephoneIn } from './telephone.ts';

/** A text that was sent as an email or a phone. */
export interface SentText {
  readonly value: string;
  /** What the sender calls it. */
  readonly place: string;
  /** What begins a line of the notes in place of that. */
  readonly label?: string | undefined;
}

/** How a customer can be reached, as fields of a lead. */
export interface Reach {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** Lines for the notes: further emails and phones, and what could not be read. */
  readonly notes: readonly string[];
  /** The texts from which email and phone were read. */
  readonly used: ReadonlySet<SentText>;
  /** The texts that lines of the notes are about. */
  readonly noted: ReadonlySet<SentText>;
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
      used: new Set([email, phone].flatMap((each) => each?.sent ?? [])),
      ...notesIn([...linesBeside(email, mailed), ...linesBeside(phone, called)]),
    };
  const broken = phones.find(({ value }) => !parses(PhoneNumber.parse, value));
  const others = [...emails.slice(1), ...phones.filter((each) => each !== broken)];
  return {
    email: emails[0]?.value,
    phone: broken?.value,
    used: new Set([emails[0], broken].flatMap((each) => each ?? [])),
    ...notesIn(others.map((sent) => ({ sent, lines: [lineOf(sent)] }))),
  };
}

/** Lines of the notes about a text. */
interface Lines {
  readonly sent: SentText;
  readonly lines: readonly string[];
}

const notesIn = (all: readonly Lines[]): Pick<Reach, 'notes' | 'noted'> => ({
  notes: all.flatMap(({ lines }) => lines),
  noted: new Set(all.flatMap(({ sent, lines }) => (lines.length > 0 ? [sent] : []))),
});

interface Read {
  readonly sent: SentText;
  /** What was read; `undefined` if nothing could be. */
  readonly read: string | undefined;
  /** What was read in a form that is the same for the same email or phone. */
  readonly identity: string | undefined;
  /** Lines about what else is in the text. */
  readonly more: readonly string[];
}

const isRead = ({ read }: Read): boolean => read !== undefined;

const lineOf = ({ label, place, value }: SentText): string => `${label ?? place}: ${value.trim()}`;

/** Lines about all but what became a field. Texts that say the same have none. */
const linesBeside = (chosen: Read | undefined, all: readonly Read[]): readonly Lines[] =>
  all.map((each) => {
    const { sent, more } = each;
    if (each === chosen) return { sent, lines: more };
    const isSame = each.identity !== undefined && each.identity === chosen?.identity;
    return { sent, lines: isSame && more.length === 0 ? [] : [lineOf(sent)] };
  });

/** The most texts that are read. Others become lines as they are. */
const MOST_READ = 10;

const reading = (all: readonly SentText[], read: (sent: SentText) => Read): readonly Read[] =>
  all.map((sent, at) =>
    at < MOST_READ ? read(sent) : { sent, read: undefined, identity: undefined, more: [] },
  );

function phoneIn(sent: SentText): Read {
  const { phone, written, notes } = telephoneIn(sent.value);
  return { sent, read: written, identity: phone?.slice(-10), more: notes };
}

/** Reads the first address in a text such as `Ada <ada@example.com>`. */
function emailIn(sent: SentText): Read {
  const text = sent.value.trim();
  const words = isEmail(text) ? [text] : wordsOf(text);
  const [first, ...others] = words.filter((word) => word.includes('@') && isEmail(word));
  const further = others.filter((each) => each.toLowerCase() !== first?.toLowerCase());
  const isAll = words.every((word) => isEmail(word) || /^(?:mailto|or|and|\W*)$/i.test(word));
  const more = isAll ? further.map((each) => `Other email: ${each}`) : [`Email as sent: ${text}`];
  return { sent, read: first, identity: first?.toLowerCase(), more };
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
