import { parseDealType } from '../../../domain/deal-type.ts';
import { type SourceLead, unreadLead } from '../../../domain/sources/source-lead.ts';
import { alsoOf, customerOf } from './adf-customer.ts';
import { type AdfDocument, adfDocumentsIn } from './adf-documents.ts';
import { factsIn, noted, placeOf, type Words, wordsOf } from './adf-facts.ts';
import { financeLine, vehiclesOf } from './adf-vehicle.ts';
import { linesWithoutHtml } from './html-tags.ts';
import { type Answer, leadOfAnswers, MOST_LEADS } from './reading/lead-of-answers.ts';
import {
  type Budget,
  type Element,
  fullBudget,
  type ReadXml,
  readXml,
  textOf,
  within,
  without,
} from './xml.ts';

/**
 * Reads the leads in a text with ADF/XML, one for each prospect. Note that ADF's vendor is the dealer who gets the
 * lead; its provider, who sends it, is our vendor.
 */
export const readAdf = (text: string): readonly SourceLead[] => adfReader()(text);

/** Makes a reader of ADF for the parts of one mail, which share the limit on how much is read. */
export function adfReader(): (text: string) => readonly SourceLead[] {
  const budget = fullBudget();
  return (text) => readWithin(text, budget);
}

function readWithin(text: string, budget: Budget): readonly SourceLead[] {
  const documents = adfDocumentsIn(text);
  if (documents.length === 0) return [unreadLead(text.trim(), 'no-document')];
  const read = documents.length > MOST_LEADS ? [] : documents.map((each) => readDocument(each, budget));
  const leads = read.reduce((sum, { prospects }) => sum + Math.max(prospects.length, 1), 0);
  const isTooLarge = read.some(({ why }) => why === 'too-large') && read.length > 1;
  if (leads === 0 || leads > MOST_LEADS || isTooLarge) return [unreadLead(text.trim(), 'too-large')];
  return read.flatMap(leadsIn);
}

interface ReadDocument extends ReadXml {
  readonly xml: string;
  readonly prospects: readonly Element[];
}

function readDocument({ xml, isWhole }: AdfDocument, budget: Budget): ReadDocument {
  const { root, why } = readXml(xml, budget);
  const prospects = root?.name === 'prospect' ? [root] : within(root, 'prospect');
  return { xml, root, prospects, why: isWhole ? why : 'cut-off' };
}

/** The leads in one document. After a fault it is one, with what could be read of the first, for a person to judge. */
function leadsIn({ xml, root, why, prospects }: ReadDocument): readonly SourceLead[] {
  const [first] = prospects;
  if (!first) return [unreadLead(xml, why ?? 'no-document')];
  const around = aroundOf(root ?? first);
  if (why) return [{ ...leadOf(first, around), document: xml, unreadable: why }];
  if (prospects.length === 1) return [{ ...leadOf(first, around), document: xml }];
  const outside = around.all.map(({ from, to }) => xml.slice(from, to));
  return prospects.map((prospect) => ({
    ...leadOf(prospect, around),
    document: ['<adf>', xml.slice(prospect.from, prospect.to), ...outside, '</adf>'].join('\n'),
  }));
}

/** The dealer and the sender of a document that names them outside its prospects. */
interface Around {
  readonly vendor: Element | undefined;
  readonly provider: Element | undefined;
  readonly all: readonly Element[];
}

function aroundOf({ name, children }: Element): Around {
  const all = name === 'prospect' ? [] : children.filter((child) => /^(?:vendor|provider)$/.test(child.name));
  const first = (wanted: string) => all.find((child) => child.name === wanted);
  return { vendor: first('vendor'), provider: first('provider'), all };
}

function leadOf(prospect: Element, around: Around): Omit<SourceLead, 'document'> {
  const [customer, ...customers] = within(prospect, 'customer');
  const provider = within(prospect, 'provider')[0] ?? around.provider;
  const vendor = within(prospect, 'vendor')[0] ?? around.vendor;
  const whole = customer ?? prospect;
  const theirs = new Set([provider, vendor].flatMap((each) => within(each, 'contact')));
  const [, ...contacts] = within(whole, 'contact').filter((contact) => !theirs.has(contact));
  const others = new Set([...contacts, ...customers]);
  const main = without(whole, (inside) => others.has(inside) || SECTIONS.test(inside.name));
  const comments = commentsIn(prospect);
  const vehicles = vehiclesOf(prospect);
  const { id, source, more } = idOf(prospect, customer);
  const { fields, readFrom } = leadOfAnswers([
    ...(comments ? [{ is: 'notes', value: comments, place: '<comments>' } as const] : []),
    ...vehicles.answers,
    ...customerOf(main, { comments, notTheirs: emailsOf(provider, vendor) }),
    ...[...others].flatMap(alsoOf),
    ...othersIn(prospect, { customer: whole, read: others }),
    ...(id ? [{ is: 'externalLeadId', ...id } as const] : []),
    ...more,
    ...providerOf(provider, source),
    ...(vendor ? noted('Dealer', [...new Set(factsIn(vendor, VENDOR))], vendor) : []),
  ]);
  return {
    senderId: id && (source ? `${id.value}@${source.value}` : id.value),
    requested: textOf(prospect, 'requestdate'),
    guessedType: vehicles.dealType,
    fields,
    readFrom,
  };
}

/** Parts of a prospect that are not about the customer. */
const SECTIONS = /^(?:vendor|provider|vehicle|finance)$/;

/** The comments from all places in a prospect, without repetitions, as lines. */
const commentsIn = (prospect: Element): string =>
  [
    ...new Set(
      within(prospect, 'comments', 'comment').map(({ text }) => linesWithoutHtml(text.slice(0, LONGEST))),
    ),
  ]
    .filter(Boolean)
    .join('\n');

/** The most signs of a comment: of its notes, no lead may have more than half as many. */
const LONGEST = 100_000;

const emailsOf = (...parties: readonly (Element | undefined)[]): readonly string[] =>
  parties.flatMap((party) => within(party, 'email').map(({ text }) => text.toLowerCase()));

/**
 * The prospect's id: the one with sequence 1, else the first not empty, else the customer's, else source and
 * sequence. `more`: lines about further ids.
 */
function idOf(prospect: Element, customer: Element | undefined) {
  const ids = [...prospect.children, ...(customer?.children ?? [])].filter(({ name }) => name === 'id');
  const full = ids.filter(({ text }) => text !== '');
  const chosen = full.find(({ attributes }) => attributes.sequence === '1') ?? full[0];
  const further = full.filter((each) => each !== chosen);
  const more = further.flatMap((each) => noted(idLabel(each), [each.text], each));
  if (chosen) return { id: { value: chosen.text, place: placeOf(chosen) }, source: sourceIn(chosen), more };
  const empty = ids.find(sourceIn);
  const source = empty && sourceIn(empty);
  const { sequence = '' } = empty?.attributes ?? {};
  const isNumber = source && sequence.length > 1;
  return {
    id: isNumber ? { value: `${source.value}:${sequence}`, place: source.place } : undefined,
    source,
    more,
  };
}

interface Sent {
  readonly value: string;
  readonly place: string;
}

const sourceIn = (id: Element): Sent | undefined =>
  id.attributes.source ? { value: id.attributes.source, place: placeOf(id) } : undefined;

const idLabel = ({ attributes: { source } }: Element): string => (source ? `Id of ${source}` : 'Further id');

interface Reading {
  /** What `customerOf` reads. */
  readonly customer: Element;
  readonly read: ReadonlySet<Element>;
}

/** What stands in a prospect and is read nowhere else: a line for each element. */
function othersIn(element: Element, reading: Reading, isCustomer = false): readonly Answer[] {
  const isTheirs = isCustomer || element === reading.customer;
  return element.children.flatMap((child): readonly Answer[] => {
    if (reading.read.has(child) || READ.has(child.name) || (isTheirs && OF_CUSTOMER.has(child.name)))
      return [];
    if (child.name === 'timeframe') return noted('When', factsIn(child, TIMEFRAME), child);
    if (child.name === 'finance') return financeLine(child);
    if (child.name === 'leadtype') return leadTypeOf(child);
    const label = LABELS.get(child.name) ?? capital(wordsOf(child));
    return [...noted(label, child.own ? [child.own] : [], child), ...othersIn(child, reading, isTheirs)];
  });
}

const READ = new Set(['id', 'vehicle', 'vendor', 'provider', 'comments', 'comment']);
const OF_CUSTOMER = new Set(['name', 'email', 'phone', 'address']);
const LABELS: ReadonlyMap<string, string> = new Map([['requestdate', 'Request date']]);
const TIMEFRAME: Words = { description: '', earliestdate: 'from', latestdate: 'until' };

const capital = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** The deal type in `leadtype`, an element that no standard has; a line of the notes if it is none of ours. */
function leadTypeOf(element: Element): readonly Answer[] {
  if (element.text === '') return [];
  try {
    parseDealType(element.text);
    return [{ is: 'dealType', value: element.text, place: placeOf(element) }];
  } catch {
    return noted('Lead type', [element.text], element);
  }
}

/** Who sent the lead, and by which service and form of theirs. */
function providerOf(provider: Element | undefined, source: Sent | undefined): readonly Answer[] {
  const name = within(provider, 'name').find(({ text }) => text);
  const who = name ? { value: name.text, place: placeOf(name) } : source;
  return [
    ...(who ? [{ is: 'vendorName', ...who } as const] : []),
    ...(provider?.children ?? [])
      .filter(({ name, own }) => own && !WHO.has(name))
      .flatMap((child) => noted(PROVIDER.get(child.name) ?? capital(wordsOf(child)), [child.own], child)),
  ];
}

const WHO = new Set(['id', 'name', 'email', 'phone', 'contact', 'address']);
const PROVIDER: ReadonlyMap<string, string> = new Map([['url', 'Site']]);

/** Of the dealer, names alone: how to reach itself it knows. */
const VENDOR: Words = {
  id: null,
  email: null,
  phone: null,
  address: null,
  url: null,
  vendorname: '',
  name: ({ text }) => (text ? [text] : []),
};
