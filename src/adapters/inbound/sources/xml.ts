import sax from 'sax';
import type { Unreadable } from '../../../domain/sources/source-lead.ts';
import { isHtmlBlock } from './html-tags.ts';

/** An element: its name in lower case without a prefix. */
export interface Element {
  readonly name: string;
  /** The name as it was sent, without a prefix. */
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Its text with that of the elements inside, without surrounding white space. */
  readonly text: string;
  /** The text that stands in no element inside. */
  readonly own: string;
  /** Where it begins and ends in the document. */
  readonly from: number;
  readonly to: number;
}

/** A document as far as it could be read. */
export interface ReadXml {
  /** The root element, up to the first fault; `undefined` if nothing was read. */
  readonly root: Element | undefined;
  /** Why reading stopped; `undefined` if the document is whole. */
  readonly why: Unreadable | undefined;
}

/** What may still be read: documents of one text share it. */
export interface Budget {
  elements: number;
  attributes: number;
  /** Signs that begin a tag or an entity. */
  signs: number;
  /** Attributes without quotation marks: for each, `sax` makes an error. */
  unquoted: number;
}

/** What is read of one text: thirty documents of the trade have some 1,800 elements, six deep. */
export const fullBudget = (): Budget => ({
  elements: 3_000,
  attributes: 3_000,
  signs: 15_000,
  unquoted: 1_000,
});

const DEEPEST = 24;

/** Stops the reading of a document. */
class Fault extends Error {
  readonly why: Unreadable;

  constructor(why: Unreadable) {
    super(why);
    this.why = why;
  }
}

type Open = { -readonly [K in keyof Element]: Element[K] } & { readonly children: Element[] };

/**
 * Reads a document in one pass, up to its end or first fault. Fetches nothing, and knows no entities of the document's
 * own. Uses `sax` in strict mode, but takes what customers type and pages write: a bare `&` or `<`, `<br>`, attributes
 * without quotation marks.
 */
export function readXml(document: string, budget: Budget = fullBudget()): ReadXml {
  const end = endWithin(document, budget);
  const parsed = parsable(document.slice(0, end));
  const typed = parsed.length === document.length && parsed === document ? asItIs : asTyped;
  const parser = sax.parser(true, { lowercase: false });
  const open: Open[] = [];
  let root: Element | undefined;
  /** Whether a line of text has begun. */
  let isInLine = false;
  const add = (text: string): void => {
    const last = open.at(-1);
    if (!last) return;
    last.text += text;
    last.own += text;
    isInLine = !/^\s*$/.test(text) || (isInLine && !text.includes('\n'));
  };
  const close = (): void => {
    const closed = open.pop();
    if (!closed) return;
    const parent = open.at(-1);
    const endsLine = isHtmlBlock(closed.name);
    if (parent) parent.text += endsLine ? `${closed.text}\n` : closed.text;
    if (endsLine) isInLine = false;
    closed.text = typed(closed.text).trim();
    closed.own = typed(closed.own).trim();
    closed.to = parser.position;
    if (parent) parent.children.push(closed);
    else root ??= closed;
  };
  parser.onopentag = ({ name, attributes }) => {
    budget.elements -= 1;
    if (budget.elements < 0 || open.length === DEEPEST) throw new Fault('too-large');
    const tag = name.slice(name.indexOf(':') + 1);
    if (isInLine && isHtmlBlock(tag.toLowerCase()) && tag !== 'br') add('\n');
    open.push({
      name: tag.toLowerCase(),
      tag,
      attributes: plain(attributes, typed),
      children: [],
      text: '',
      own: '',
      from: parser.startTagPosition - 1,
      to: 0,
    });
  };
  parser.onattribute = () => {
    budget.attributes -= 1;
    if (budget.attributes < 0) throw new Fault('too-large');
  };
  parser.onclosetag = close;
  parser.ontext = add;
  parser.oncdata = add;
  parser.onerror = ({ message }) => {
    if (!message.startsWith('Unquoted attribute value')) throw new Fault('broken');
    budget.unquoted -= 1;
    if (budget.unquoted < 0) throw new Fault('too-large');
    parser.error = null as unknown as Error; // sax goes on only without an error
  };
  let why: Unreadable | undefined;
  try {
    parser.write(parsed);
    if (end < document.length) throw new Fault('too-large');
    parser.close();
  } catch (error) {
    why = error instanceof Fault ? error.why : 'broken';
  }
  while (open.length > 0) close();
  return { root, why };
}

function plain(attributes: Readonly<Record<string, unknown>>, typed: Typed): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of Object.keys(attributes))
    sent[name.slice(name.indexOf(':') + 1).toLowerCase()] = typed(`${attributes[name]}`).trim();
  return sent;
}

/** Signs that no text has: they stand for `&`, `<` and nothing while a document is parsed, so that all keep their places. */
const [AND, LESS, NOTHING] = ['\u{fdd0}', '\u{fdd1}', '\u{fdd2}'];

/** An `&` that begins no entity, a `<` that begins no tag, and a `<br>` that is not closed. */
const AS_TYPED = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,30});)|<(?![a-z_:!?/])|<br\s{0,9}>/gi;

const parsable = (document: string): string =>
  document.replace(AS_TYPED, (sign) => {
    if (sign === '&') return AND;
    return sign === '<' ? LESS : '\n'.padEnd(sign.length, NOTHING);
  });

/** The place up to which a document has as many signs as may still be read. */
function endWithin(document: string, budget: Budget): number {
  const sign = /[&<]/g;
  while (sign.test(document)) {
    budget.signs -= 1;
    if (budget.signs < 0) return sign.lastIndex - 1;
  }
  return document.length;
}

type Typed = (text: string) => string;

/** Undoes what `parsable` did. */
const asTyped: Typed = (text) => text.replaceAll(AND, '&').replaceAll(LESS, '<').replaceAll(NOTHING, '');
const asItIs: Typed = (text) => text;

/** All elements with one of these names inside, at any depth, in their order. */
export function within(element: Element | undefined, ...names: readonly string[]): readonly Element[] {
  const found: Element[] = [];
  collect(element, names, found);
  return found;
}

function collect(element: Element | undefined, names: readonly string[], found: Element[]): void {
  for (const child of element?.children ?? []) {
    if (names.includes(child.name)) found.push(child);
    collect(child, names, found);
  }
}

/** The text of the first element inside that has one of these names and is not empty. */
export const textOf = (element: Element | undefined, ...names: readonly string[]): string | undefined =>
  within(element, ...names).find(({ text }) => text !== '')?.text;

/** The element without some of those inside. */
export const without = (element: Element, isLeft: (inside: Element) => boolean): Element => ({
  ...element,
  children: element.children.filter((child) => !isLeft(child)).map((child) => without(child, isLeft)),
});
