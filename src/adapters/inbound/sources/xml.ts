import sax from 'sax';
import type { Unreadable } from '../../../domain/source-lead.ts';

/** An element: names in lower case without prefixes, text with that of the elements inside. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Without surrounding white space. */
  readonly text: string;
}

/** What could be read of a document. */
export interface ReadXml {
  /** As far as it was read; `undefined` if nothing was. */
  readonly root: Element | undefined;
  /** Why it ends there; `undefined` if it is whole. */
  readonly why: Unreadable | undefined;
}

/** Where reading ends. */
class Fault extends Error {
  readonly why: Unreadable;

  constructor(why: Unreadable) {
    super(why);
    this.why = why;
  }
}

/** A document of the trade has some sixty elements, six deep. */
const MOST_ELEMENTS = 2_000;
const DEEPEST = 24;

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

/**
 * Reads a document up to its end or first fault. Nothing is fetched, and no entity of its own is known. `sax` in strict mode;
 * of the faults that it finds, one is passed over: attributes without quotation marks.
 */
export function readXml(document: string): ReadXml {
  const parser = sax.parser(true, { lowercase: false });
  const open: Open[] = [];
  let root: Element | undefined;
  let elements = 0;
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
  parser.onclosetag = close;
  parser.ontext = add;
  parser.oncdata = add;
  parser.onerror = ({ message }) => {
    if (!message.startsWith('Unquoted attribute value')) throw new Fault('broken');
    parser.error = null as unknown as Error; // sax goes on only if there is none
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

/** The text of the first such element that has some. */
export const textOf = (element: Element | undefined, ...names: readonly string[]): string | undefined =>
  within(element, ...names).find(({ text }) => text !== '')?.text;
