import sax from 'sax';
import type { Unreadable } from '../../../domain/source-lead.ts';

/** An element: names in lower case without prefixes, text with that of the elements inside. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** The text of this element and those inside, without surrounding white space. */
  readonly text: string;
}

/** A document as far as it could be read. */
export interface ReadXml {
  /** The root element, up to the first fault; `undefined` if nothing was read. */
  readonly root: Element | undefined;
  /** Why reading stopped; `undefined` if the document is whole. */
  readonly why: Unreadable | undefined;
}

/** Stops the reading of a document. */
class Fault extends Error {
  readonly why: Unreadable;

  constructor(why: Unreadable) {
    super(why);
    this.why = why;
  }
}

/** The most elements that are read: a document of the trade has some sixty, six deep. */
const MOST_ELEMENTS = 2_000;
const DEEPEST = 24;
/** The most attributes of all elements. */
const MOST_ATTRIBUTES = 4_000;

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

/**
 * Reads a document up to its end or first fault. Fetches nothing, and knows no entities of the document's own. Uses
 * `sax` in strict mode, but tolerates attributes without quotation marks.
 */
export function readXml(document: string): ReadXml {
  const parser = sax.parser(true, { lowercase: false });
  const open: Open[] = [];
  let root: Element | undefined;
  let [elements, attributes] = [0, 0];
  const add = (text: string): void => {
    for (const element of open) element.text += text;
  };
  const close = (): void => {
    const closed = open.pop();
    if (!closed) return;
    if (isLineEnd(closed.name)) add('\n');
    const element = { ...closed, text: closed.text.trim() };
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root ??= element;
  };
  parser.onopentag = ({ name, attributes }) => {
    elements += 1;
    if (elements > MOST_ELEMENTS || open.length === DEEPEST) throw new Fault('too-large');
    open.push({ name: plain(name), attributes: plainKeys(attributes), children: [], text: '' });
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw new Fault('too-large');
  };
  parser.onclosetag = close;
  parser.ontext = add;
  parser.oncdata = add;
  parser.onerror = ({ message }) => {
    if (!message.startsWith('Unquoted attribute value')) throw new Fault('broken');
    parser.error = null as unknown as Error; // sax goes on only without an error
  };
  let why: Unreadable | undefined;
  try {
    parser.write(document).close();
  } catch (error) {
    why = error instanceof Fault ? error.why : 'broken';
  }
  while (open.length > 0) close();
  return { root, why };
}

const isLineEnd = (name: string): boolean => name === 'br' || name === 'p';

const plain = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const plainKeys = (attributes: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [plain(name), `${value}`.trim()]));

/** All elements with one of these names inside, at any depth, in their order. */
export const within = (element: Element | undefined, ...names: readonly string[]): readonly Element[] =>
  (element?.children ?? []).flatMap((child) =>
    names.includes(child.name) ? [child, ...within(child, ...names)] : within(child, ...names),
  );

/** The text of the first element inside that has one of these names and is not empty. */
export const textOf = (element: Element | undefined, ...names: readonly string[]): string | undefined =>
  within(element, ...names).find(({ text }) => text !== '')?.text;
