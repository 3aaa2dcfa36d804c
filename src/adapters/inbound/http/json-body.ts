import { BODY_LIMIT, HttpError } from './http-error.ts';
import type { HttpRequest } from './message.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true }); // removes a byte order mark

/** The JSON object in the request's body. Throws an HttpError. */
export async function readJsonObject(request: HttpRequest): Promise<object> {
  const encoding = request.header('content-encoding')?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') throw new HttpError('content-encoding');

  const mediaType = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType && mediaType !== 'application/json') throw new HttpError('media-type');

  const bytes = await request.body(BODY_LIMIT);
  // A runtime behind a body parser: no vendor could fix that, so it is a fault.
  if (!ArrayBuffer.isView(bytes)) throw new TypeError('HttpRequest.body did not resolve to bytes');
  const json = parse(bytes);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new HttpError('invalid-json');
  return json;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new HttpError('invalid-json');
  }
}
