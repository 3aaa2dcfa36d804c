import type { LeadField } from '../../../../domain/invalid-lead.ts';
import type { SourceLead } from '../../../../domain/source-lead.ts';
import { HttpError } from '../../http/http-error.ts';
import { readForm } from '../form.ts';
import { type Pairs, readFormBody } from '../form-body.ts';
import { bytesToText, charsetOf } from '../reading/bytes-to-text.ts';
import { isObject, type Json, labelledIn, type Sent } from './answers.ts';
import { jotform } from './jotform.ts';
import { parseJson } from './parse-json.ts';
import { shapes } from './shapes.ts';

/** What was sent, read into leads. */
export interface Read {
  readonly leads: readonly SourceLead[];
  /** All names and values, as a form has them. */
  readonly pairs: Pairs;
  /** What a person reads: the text of JSON; of a form, a line for each value. */
  readonly text: string;
  /** The fields that the sender wants in the answer. */
  readonly answer?: Sent['answer'];
}

type OwnNames = Readonly<Record<string, LeadField>>;

/** The most leads in one list, and the most answers of a lead. */
const MOST_LEADS = 30;
const MOST_ANSWERS = 500;

/**
 * Reads the leads in JSON, whatever its label, or the lead in a form of either encoding. `own`: the source's names of
 * fields. Throws HttpError if it is neither.
 */
export async function readAnswers(bytes: Uint8Array, contentType: string, own: OwnNames): Promise<Read> {
  const isMultipart = /^\s*multipart\//i.test(contentType);
  if (!isMultipart && isJsonType(contentType, bytes))
    return leadsInJson(bytesToText(bytes, charsetOf(contentType)), own);
  const pairs = await readFormBody(bytes, contentType);
  const raw = rawRequest(pairs);
  const lead = readForm(pairs, own);
  const { document } = lead;
  return { leads: [raw ? { ...leadOf(jotform.read(raw), own), document } : lead], pairs, text: document };
}

/** Many programs send JSON under another label, or none. No form begins with a bracket. */
const isJsonType = (contentType: string, bytes: Uint8Array): boolean =>
  /^\s*application\/(?:[\w.+-]{1,60}\+)?json\b/i.test(contentType) ||
  /^[\s\ufeff]{0,99}[{[]/.test(bytesToText(bytes.subarray(0, 200)));

/** Reads the leads in a text of JSON: one object, or a list of leads, or of one lead's answers. */
export function leadsInJson(text: string, own: OwnNames): Read {
  const json = parseJson(text);
  const objects = Array.isArray(json) ? json.filter(isObject) : isObject(json) ? [json] : [];
  if (objects.length === 0) throw new HttpError('not-an-object');
  const each = objects.every(labelledIn) ? [{ answers: objects }] : objects;
  const sent = each.map(sentIn);
  const answers = sent.flatMap((one) => one.answers);
  if (each.length > MOST_LEADS || answers.length > MOST_ANSWERS) throw new HttpError('too-many-values');
  const documents = sent.length > 1 ? each.map((one) => JSON.stringify(one)) : [text];
  return {
    leads: sent.map((one, at) => ({ ...leadOf(one, own), document: documents[at] ?? text })),
    pairs: answers.map(({ place, value }) => [place, value]),
    text,
    answer: sent[0]?.answer,
  };
}

const sentIn = (json: Json): Sent => {
  const shape = shapes.find(({ fits }) => fits(json));
  return shape ? shape.read(json) : { answers: [] };
};

/** What Jotform puts into a field of its form, with the form's own id and title. */
function rawRequest(pairs: Pairs): Json | undefined {
  const given = (name: string) => pairs.find(([each]) => each === name)?.[1];
  const raw = given('rawRequest');
  if (!raw?.startsWith('{')) return undefined;
  const sent = parseJson(raw);
  if (!isObject(sent) || !jotform.fits(sent)) return undefined;
  return { ...sent, submissionID: given('submissionID'), formTitle: given('formTitle') };
}

/** Reads answers as a form's fields. */
function leadOf({ answers, senderId }: Sent, own: OwnNames): SourceLead {
  const pairs = answers.map(
    ({ place, value, as }) => [Object.hasOwn(own, place) || !as ? place : as, value] as const,
  );
  const lead = readForm(pairs, own);
  const id = senderId ?? lead.senderId;
  return { ...lead, senderId: id, fields: { ...lead.fields, externalLeadId: id } };
}
