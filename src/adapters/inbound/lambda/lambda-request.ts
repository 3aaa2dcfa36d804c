import { HttpError } from '../http/http-error.ts';
import { type HttpRequest, queryValue } from '../http/message.ts';
import { type HttpEvent, isPathDecoded, isV2 } from './http-event.ts';

/** The shape of a prefix: no slash at the end, and no character that could be percent-encoded. */
export const pathPrefixShape = /^(\/[\w.~-]+)+$/;

/**
 * The character that gateways which pass a body on as text put in place of bytes that are not UTF-8. It takes
 * three bytes, mostly more than it replaces, so that the body is longer than declared.
 */
const REPLACEMENT = '\ufffd';

/**
 * Makes the service's view of an event. `pathPrefix`: the part before the service's own paths, such as a named
 * stage.
 */
export function lambdaRequest(event: HttpEvent, pathPrefix = ''): HttpRequest {
  const headers = headersOf(event);
  return {
    method: isV2(event) ? event.requestContext.http.method : event.httpMethod,
    path: withoutPrefix(pathOf(event), pathPrefix),
    header: (name) => {
      const lines = headers.get(name);
      return lines?.length === 1 ? lines[0] : lines;
    },
    query: (name) => queryOf(event, name),
    joinsHeaders: isV2(event),
    body: async (limit) => {
      const declared = Number(headers.get('content-length')?.[0]);
      if (declared > limit) throw new HttpError('body-too-large');
      const { body: sent, isBase64Encoded } = event;
      const body = Buffer.from(sent ?? '', isBase64Encoded ? 'base64' : 'utf8');
      if (body.length > declared && sent?.includes(REPLACEMENT)) throw new HttpError('invalid-utf-8');
      if (body.length > limit) throw new HttpError('body-too-large');
      return body;
    },
  };
}

function queryOf(event: HttpEvent, name: string): string | undefined {
  if (isV2(event)) return queryValue(event.rawQueryString ?? '', name);
  return event.queryStringParameters?.[name] ?? event.multiValueQueryStringParameters?.[name]?.[0];
}

/** The path in a form to be decoded once. If the sender has decoded it, `%` is encoded again. */
function pathOf(event: HttpEvent): string {
  const path = isV2(event) ? event.rawPath : event.path;
  return isPathDecoded(event) ? path.replaceAll('%', '%25') : path;
}

/** Header lines by lower-case name: a REST API leaves the case of names as sent. */
function headersOf(event: HttpEvent): Map<string, readonly string[]> {
  const headers = new Map<string, readonly string[]>();
  const sent = event.headers ?? {};
  for (const name in sent) {
    const value = sent[name]; // no Object.entries: it would take a twentieth of an event's time
    if (value !== undefined) addTo(headers, name, [value]);
  }
  if (isV2(event) || !event.multiValueHeaders) return headers;
  const lists = new Map<string, readonly string[]>();
  for (const [name, values] of Object.entries(event.multiValueHeaders)) addTo(lists, name, values ?? []);
  return new Map([...headers, ...lists]);
}

function addTo(headers: Map<string, readonly string[]>, name: string, values: readonly string[]): void {
  if (/\P{ASCII}/u.test(name)) return; // no header; and lower case turns the Kelvin sign into a `k`
  const known = name.toLowerCase();
  headers.set(known, [...(headers.get(known) ?? []), ...values]);
}

const withoutPrefix = (path: string, prefix: string): string =>
  prefix && (path === prefix || path.startsWith(`${prefix}/`)) ? path.slice(prefix.length) || '/' : path;
