import type { TakeQuota } from '../../../application/ports/outbound/quota.ts';
import type { Source } from '../../../domain/source.ts';
import { guardQuota } from '../http/caller.ts';
import { FORM_LIMIT, HttpError } from '../http/http-error.ts';
import { onlyValue } from '../http/sent-headers.ts';
import { formAnswer, formRefusal } from './form-answers.ts';
import { loaded } from './readers.ts';
import { contentTypeOf, type Endpoint, isKnown, receiveAll, someBodyOf, told } from './sender.ts';

/** Receives forms of websites. Their address is public: it checks which page sends a form, and limits how often. */
export const makeFormEndpoint =
  (takeQuota: TakeQuota | undefined): Endpoint =>
  async (request, source, learned, useCases) => {
    isKnown(learned, source);
    const readers = readersOf(onlyValue(request, 'origin'), source);
    learned.tellRefusal = formRefusal(request, readers);
    if (!readers) throw new HttpError('forbidden-origin');
    const quota = await takeQuota?.(source.id);
    if (quota) guardQuota(quota);
    const bytes = await someBodyOf(request, source);
    if (bytes.byteLength > FORM_LIMIT) throw new HttpError('form-too-large');
    const { isTrapped, readAnswers } = await loaded.answers();
    const { leads, pairs, text } = await readAnswers(bytes, contentTypeOf(request), source);
    // A program that fills in the hidden field gets a person's answer, and nothing is kept.
    const declared = contentTypeOf(request) || undefined;
    const received = isTrapped(pairs, source)
      ? []
      : await receiveAll(useCases, source, leads, { text, declared });
    const answer = formAnswer(request, source, received);
    return { ...answer, headers: { ...answer.headers, ...readers }, ...told(received) };
  };

/**
 * Headers by which pages may read the answer: those of the origin that a browser says sends the form, if the source
 * takes forms from it. `undefined` if it takes none.
 */
function readersOf(
  origin: string | undefined,
  { origins }: Source,
): Readonly<Record<string, string>> | undefined {
  if (origins.length > 0 && !(origin && origins.includes(origin))) return undefined;
  return {
    'access-control-allow-origin': origins.length > 0 && origin ? origin : '*',
    'access-control-expose-headers': 'retry-after, x-request-id',
    vary: 'origin',
  };
}
