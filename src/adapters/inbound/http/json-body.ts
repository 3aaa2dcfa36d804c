import { BODY_LIMIT, HttpError, VALUES_LIMIT } from './http-error.ts';
import { CountedValues, readJson } from './json.ts';
import { BodyTaken, type HttpRequest } from './message.ts';
import { namesOnly } from './sent-headers.ts';

/** Reads the JSON object in a request's body. Throws an HttpError. */
export async function readJsonObject(request: HttpRequest, vendorId: string): Promise<object> {
  if (!namesOnly(request, 'content-encoding', 'identity')) throw new HttpError('content-encoding');
  if (!namesOnly(request, 'content-type', 'application/json')) throw new HttpError('media-type');

  const values = new CountedValues(VALUES_LIMIT);
  const bytes = await request.body(BODY_LIMIT, vendorId, values.objection);
  if (!ArrayBuffer.isView(bytes)) throw new BodyTaken(); // the runtime's body parser was first
  if (bytes.byteLength === 0) throw new HttpError('empty-body');
  const json = readJson(bytes, values);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new HttpError('not-an-object');
  return json;
}
