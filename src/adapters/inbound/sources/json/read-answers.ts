import { bytesToText, charsetOf } from '../../../../domain/sources/reading/bytes-to-text.ts';
import { type SourceLead, unreadLead } from '../../../../domain/sources/source-lead.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Pairs, readFormBody } from '../form-body.ts';
import { pairsIn } from '../form-lines.ts';
import { isTrapped, type OwnNames, ownMeaning, readForm, type SentNames } from '../read-form.ts';
import type { Meaning } from '../reading/field-labels.ts';
import { pathOf } from '../reading/field-path.ts';
import { type Answer, leadOfAnswers, MOST_LEADS } from '../reading/lead-of-answers.ts';
import { answersIn, isObject, type Json, labelledIn, type Sent } from './answers.ts';
import { jotform } from './jotform.ts';
import { parseJson } from './parse-json.ts';
import { sentIn } from './shapes.ts';

/** What was sent, read into leads. */
export interface Read {
  readonly leads: readonly SourceLead[];
  /** What a person reads: the text of JSON; of a form, a line for each value. */
  readonly text: string;
  /** The fields that the sender wants in the answer. */
  readonly answer?: Sent['answer'];
}

/** The most fields, each an `Answer`, that are read of one request. */
const MOST_ANSWERS = 500;

/**
 * Reads the leads in JSON, whatever its label, or the lead in a form of either encoding. Throws HttpError if it is
 * neither.
 */
export async function readAnswers(bytes: Uint8Array, contentType: string, names: SentNames): Promise<Read> {
  const { pairs, ...read } = await readPairs(bytes, contentType, names);
  if (!isTrapped(pairs, names)) return read;
  return { ...read, leads: read.leads.map((lead) => ({ ...lead, unreadable: 'trapped' })) };
}

/** Reads the same without a Content-Type. `text`: the bytes, decoded. */
export async function readUnlabelled(
  bytes: Uint8Array,
  text: string,
  names: SentNames,
): Promise<readonly SourceLead[]> {
  const [, boundary] = /^--([^\r\n]{1,200})\r?\n/.exec(text) ?? [];
  const type = boundary ? `multipart/form-data; boundary="${boundary}"` : 'application/x-www-form-urlencoded';
  try {
    return (await readAnswers(boundary ? bytes : formIn(text, bytes), type, names)).leads;
  } catch {
    return [unreadLead(text, 'not-text')];
  }
}

/** A form that was kept as lines, as a page sends it; any other without the line end of a file. */
function formIn(text: string, bytes: Uint8Array): Uint8Array {
  const pairs = pairsIn(text);
  return pairs
    ? new TextEncoder().encode(new URLSearchParams(pairs.map(([...pair]) => pair)).toString())
    : Buffer.from(Buffer.from(bytes).toString('latin1').trim(), 'latin1');
}

/** What was read, with all names and values, as a form has them. */
interface ReadPairs extends Read {
  readonly pairs: Pairs;
}

async function readPairs(bytes: Uint8Array, contentType: string, names: SentNames): Promise<ReadPairs> {
  const isMultipart = /^\s*multipart\//i.test(contentType);
  if (!isMultipart && isJson(bytes, contentType))
    return leadsInJson(bytesToText(bytes, charsetOf(contentType)), names.fields);
  const pairs = await readFormBody(bytes, contentType);
  const raw = rawRequest(pairs);
  const lead = readForm(pairs, names);
  const { document } = lead;
  const leads = [raw ? { ...leadOf(jotform.read(raw), names.fields), document } : lead];
  return { leads, pairs, text: document };
}

/** Many programs send JSON under another label, or none. No form begins with a bracket. */
const isJson = (bytes: Uint8Array, contentType: string): boolean =>
  /^\s*application\/(?:[\w.+-]{1,60}\+)?json\b/i.test(contentType) ||
  /^\s{0,99}[{[]/.test(bytesToText(bytes.subarray(0, 200)));

/** Reads the leads in a text of JSON: one object, or a list of leads, or of one lead's answers. */
function leadsInJson(text: string, own: OwnNames): ReadPairs {
  const json = parseJson(text);
  const objects = [json].flat().filter(isObject).flatMap(eachOf);
  if (objects.length === 0) throw new HttpError('not-an-object');
  const isOne = Array.isArray(json) && objects.every(labelledIn);
  if (!isOne && objects.length > MOST_LEADS) throw new HttpError('too-many-values');
  const sent: readonly Sent[] = isOne ? [{ answers: answersIn(json) }] : objects.map(sentIn);
  const answers = sent.flatMap((one) => one.answers);
  if (answers.length > MOST_ANSWERS) throw new HttpError('too-many-values');
  const documents = sent.length > 1 ? objects.map((one) => JSON.stringify(one)) : [text];
  return {
    leads: sent.map((one, at) => ({ ...leadOf(one, own), document: documents[at] ?? text })),
    pairs: answers.map(({ place, value }) => [place, value]),
    text,
    answer: sent[0]?.answer,
  };
}

/** An object, or one for each customer in a list within, such as `{ leads: [ada, bob] }`, if nobody stands beside it. */
function eachOf(sent: Json): readonly Json[] {
  const [name, list] = Object.entries(sent).find(isOfCustomers) ?? [];
  if (!name) return [sent];
  const beside = answersIn({ ...sent, [name]: undefined });
  if (beside.length > MOST_BESIDE || beside.some(isMore)) return [sent];
  return (list as readonly Json[]).map(({ id, ...customer }) => ({ ...sent, id, [name]: [customer] }));
}

/** The most answers beside a list of customers: each of their leads repeats them. */
const MOST_BESIDE = 50;

const NAMES: readonly Meaning[] = ['name', 'firstName', 'lastName'];

const isOfCustomers = ([name, list]: readonly [string, unknown]): boolean =>
  Array.isArray(list) &&
  list.length > 1 &&
  list.every(
    (each) =>
      isObject(each) &&
      !labelledIn(each) &&
      answersIn({ [name]: [each] }).some(({ is }) => NAMES.includes(is)),
  );

/** Whether this is more than a fact about all the customers: somebody, or a long text. */
const isMore = ({ is, value }: Answer): boolean =>
  NAMES.includes(is) || is === 'email' || is === 'phone' || value.length > 1_000;

/** What Jotform puts into a field of its form, with the form's own id and title. */
function rawRequest(pairs: Pairs): Json | undefined {
  const given = (name: string) => pairs.find(([each]) => each === name)?.[1];
  const raw = given('rawRequest');
  if (!raw?.startsWith('{')) return undefined;
  const sent = parseJson(raw);
  if (!isObject(sent) || !jotform.fits(sent)) return undefined;
  return { ...sent, submissionID: given('submissionID'), formTitle: given('formTitle') };
}

/** Makes a lead of answers. A source's own name for a field counts before all else, however it writes the path. */
function leadOf({ answers, senderId }: Sent, own: OwnNames): Omit<SourceLead, 'document'> {
  const byPath = new Map(Object.entries(own).map(([name, field]) => [pathOf(name).join('.'), field]));
  const meaningOf = ({ place, is }: Answer) => ownMeaning(place, own) ?? byPath.get(place) ?? is;
  const { fields, readFrom } = leadOfAnswers(answers.map((each) => ({ ...each, is: meaningOf(each) })));
  const id = senderId || fields.externalLeadId;
  return { senderId: id, fields: { ...fields, externalLeadId: id }, readFrom };
}
