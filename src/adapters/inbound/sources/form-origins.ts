import type { Source } from '../../../domain/sources/source.ts';
import { HttpError } from '../http/http-error.ts';
import type { HttpRequest, HttpResponse } from '../http/message.ts';
import { onlyValue } from '../http/sent-headers.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Headers by which pages may read the answer: those of the origin that a browser says sends the form, if the source
 * takes forms from it. `undefined` if it takes none.
 */
export function readersOf(request: HttpRequest, { origins }: Source): Headers | undefined {
  const origin = onlyValue(request, 'origin');
  if (origins.length > 0 && !(origin && origins.includes(origin))) return undefined;
  return {
    'access-control-allow-origin': origins.length > 0 && origin ? origin : '*',
    'access-control-expose-headers': 'retry-after, x-request-id',
    vary: 'origin',
  };
}

/** Names of headers in a list. */
const NAMES = /^[\w!#$%&'*+.^`|~\-, ]{1,1000}$/;

/**
 * Answers a browser that asks whether a page may send the form with headers of its own, as libraries do (CORS). Throws
 * HttpError for a page that may not.
 */
export function formPreflight(request: HttpRequest, source: Source): HttpResponse {
  const readers = readersOf(request, source);
  if (!readers) throw new HttpError('forbidden-origin');
  const asked = onlyValue(request, 'access-control-request-headers') ?? '';
  return {
    status: 204,
    headers: {
      ...readers,
      'access-control-allow-methods': 'POST',
      ...(NAMES.test(asked) && { 'access-control-allow-headers': asked }),
      'access-control-max-age': '600',
      vary: 'origin, access-control-request-headers',
    },
    body: '',
  };
}
