import { parseDealType } from '../../../domain/deal-type.ts';
import type { SourceLead } from '../../../domain/source-lead.ts';
import { customerOf } from './adf-customer.ts';
import { type AdfDocument, adfDocumentsIn, MOST_DOCUMENTS } from './adf-documents.ts';
import { vehiclesOf } from './adf-vehicle.ts';
import { type Element, readXml, textOf, within } from './xml.ts';

/**
 * Reads the leads in a text with ADF/XML, one for each prospect. Note that ADF's vendor is the dealer who gets the
 * lead; its provider, who sends it, is our vendor.
 */
export function readAdf(text: string): readonly SourceLead[] {
  const documents = adfDocumentsIn(text);
  const leads = documents.length > MOST_DOCUMENTS ? [] : documents.flatMap(leadsIn);
  if (leads.length > 0 && leads.length <= MOST_DOCUMENTS) return leads;
  const unreadable = documents.length === 0 ? 'no-document' : 'too-large';
  return [{ fields: {}, document: text.trim(), unreadable }];
}

/** The leads in one document. After a fault it is one, with what could be read of the first, for a person to judge. */
function leadsIn({ xml, isWhole }: AdfDocument): readonly SourceLead[] {
  const { root, why } = readXml(xml);
  const unreadable = isWhole ? why : 'cut-off';
  const prospects = root?.name === 'prospect' ? [root] : within(root, 'prospect');
  if (!root || prospects.length === 0)
    return [{ fields: {}, document: xml, unreadable: unreadable ?? 'no-document' }];
  const only = prospects.length === 1;
  const readable = unreadable ? prospects.slice(0, 1) : prospects;
  return readable.map((prospect) => ({
    ...leadOf(prospect, root, only || unreadable ? xml : JSON.stringify(flat(prospect))),
    unreadable,
  }));
}

/** The element as JSON: the document of a lead whose file has several. */
const flat = ({ name, attributes, text, children }: Element): object => [
  name,
  attributes,
  text,
  children.map(flat),
];

function leadOf(prospect: Element, root: Element, document: string): SourceLead {
  const [first, ...others] = within(prospect, 'customer');
  const provider = within(root, 'provider')[0];
  const comments = commentsIn(prospect);
  const notTheirs = [provider, ...within(root, 'vendor')].flatMap((each) =>
    within(each, 'email').map(({ text }) => text.toLowerCase()),
  );
  const { more, ...customer } = customerOf(first ?? prospect, { comments: comments.join('\n'), notTheirs });
  const vehicles = vehiclesOf(prospect);
  const { id, source } = idOf(prospect, first);
  return {
    document,
    senderId: id && (source ? `${id}@${source}` : id),
    guessedType: vehicles.dealType,
    fields: {
      ...customer,
      ...vehicles.fields,
      externalLeadId: id,
      dealType: leadTypeOf(prospect),
      vendorName: textOf(provider, 'name') ?? source,
      notes: [
        ...comments,
        ...vehicles.more,
        ...more,
        ...others.map((other) => line('Also', ['name', 'email', 'phone'], other)),
        ...within(prospect, 'timeframe').map((each) =>
          line('When', ['description', 'earliestdate', 'latestdate'], each),
        ),
        ...within(prospect, 'finance').map((each) => line('Finance', ['method', 'amount', 'balance'], each)),
        line('Service', ['service'], provider),
        line('Dealer', ['vendorname'], within(root, 'vendor')[0]),
      ]
        .filter(Boolean)
        .join('\n'),
    },
  };
}

/**
 * The prospect's id: the one with sequence 1, else the first not empty, else the customer's, else source and
 * sequence.
 */
function idOf(prospect: Element, customer: Element | undefined) {
  const ids = [...prospect.children, ...(customer?.children ?? [])].filter(({ name }) => name === 'id');
  const full = ids.filter(({ text }) => text !== '');
  const chosen = full.find(({ attributes }) => attributes.sequence === '1') ?? full[0];
  if (chosen) return { id: chosen.text, source: chosen.attributes.source || undefined };
  const { source, sequence } = ids.find(({ attributes }) => attributes.source)?.attributes ?? {};
  return { id: source && sequence && sequence.length > 1 ? `${source}:${sequence}` : undefined, source };
}

/** The comments from all places in a prospect, without repetitions, as lines. */
function commentsIn(prospect: Element): readonly string[] {
  const all = within(prospect, 'comments', 'comment').map(({ text }) => asLines(text));
  return [...new Set(all)].filter(Boolean);
}

/** The lines of a text without HTML tags, which some senders write in comments. */
export const asLines = (text: string): string =>
  text
    .replace(/<(?:br|\/p|\/div|\/li)\s{0,9}\/?>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .split(/\r?\n/)
    .map((each) => each.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The deal type in `leadtype`, an element that no standard has; `undefined` if it is none of ours. */
function leadTypeOf(prospect: Element): string | undefined {
  const said = textOf(prospect, 'leadtype');
  try {
    return said && parseDealType(said);
  } catch {
    return undefined;
  }
}

function line(word: string, names: readonly string[], element: Element | undefined): string {
  const said = names.flatMap((name) => within(element, name).map(({ text }) => text)).filter(Boolean);
  return said.length > 0 ? `${word}: ${said.join(', ')}` : '';
}
