import type { InvalidLead } from '../../../../domain/invalid-lead.ts';
import { bytesToText, charsetOf } from '../../../../domain/sources/reading/bytes-to-text.ts';
import { unreadLead } from '../../../../domain/sources/source-lead.ts';
import { errorResponse } from '../../http/error-response.ts';
import { HttpError, VALUES_LIMIT } from '../../http/http-error.ts';
import { CountedValues } from '../../http/json.ts';
import type { HttpResponse } from '../../http/message.ts';
import { lazily } from '../lazily.ts';
import { contentTypeOf, isKnown, type Kind, receiveAll, someBodyOf, told } from '../sender.ts';

const parser = lazily(() => import('../read-google.ts'));

/** Google's lead form. */
export const google: Kind = {
  /**
   * The key is in the body, which is read before the sender is known. Answers 200 with `{}` if the lead is kept or held.
   * After a 4xx, Google does not send the same lead again; after a 5xx, it does.
   */
  async endpoint(request, source, learned, useCases) {
    learned.tellRefusal = tellGoogle;
    const bytes = await someBodyOf(request, source);
    const text = bytesToText(bytes, charsetOf(contentTypeOf(request)));
    const { parseWithIds, readGoogle } = await parser();
    const { key, isTest, lead } = readGoogle(objectIn(bytes, text, parseWithIds), text);
    if (!useCases.knowsSecret(source, key)) throw new HttpError('forbidden-source');
    isKnown(learned, source);
    if (isTest && !(await useCases.testCame(source))) return taken;
    const document = text.replace(GOOGLE_KEY, '$1"…"'); // no secret is kept
    const [received] = await receiveAll(useCases, source, [{ ...lead, document }], { text: document });
    return { ...taken, ...(received && told([received])) };
  },

  async read(_bytes, text) {
    const { parseWithIds, readGoogle } = await parser();
    try {
      const json = parseWithIds(text);
      if (typeof json === 'object' && json !== null) {
        const { lead, isTest } = readGoogle(json, text);
        return [{ ...lead, isTest }];
      }
    } catch {}
    return [unreadLead(text, 'not-text')];
  },
};

/** The key in the body, with what stands before it. */
const GOOGLE_KEY = /("google_key"\s{0,99}:\s{0,99})"(?:[^"\\]|\\.)*"/g;

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const taken: HttpResponse = { status: 200, headers, body: '{}' };

/** Parses the body as a JSON object. Throws HttpError. */
function objectIn(bytes: Uint8Array, text: string, parse: (text: string) => unknown): object {
  const objection = new CountedValues(VALUES_LIMIT).objection(bytes, bytes.length);
  if (objection) throw new HttpError(objection);
  let json: unknown;
  try {
    json = parse(text);
  } catch {
    throw new HttpError('invalid-json');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new HttpError('not-an-object');
  return json;
}

/** Writes a refusal as its `message` alone, as Google shows the advertiser nothing else. */
function tellGoogle(refusal: HttpError | InvalidLead): HttpResponse {
  const response = errorResponse(refusal);
  const { message } = JSON.parse(response.body).body;
  return { ...response, body: JSON.stringify({ message }) };
}
