import type { HttpErrorReason } from './http-error.ts';

/** A request as every runtime passes it on: not checked yet, and its body not yet read. */
export interface HttpRequest {
  readonly method: string;
  /** The path as sent: not decoded, without the query. */
  readonly path: string;
  /**
   * A header, by its lower-case name, read as UTF-8: its value, or a list if several lines have that name. If the runtime
   * joins those lines by commas, that text.
   */
  header(name: string): string | readonly string[] | undefined;
  /** The first value of this name in the query, as sent; `undefined` if it has none. Absent: this runtime passes no query on. */
  query?(name: string): string | undefined;
  /** That a comma in a header may have joined two lines. Absent: it is part of the value. */
  readonly joinsHeaders?: boolean | undefined;
  /**
   * Throws an HttpError: `body-too-large` above `limit` bytes, as soon as that is known; others if it cannot be read.
   * Throws ClientGone if the rest of it will not arrive. `vendorId`: who sends it, for a runtime that gives each a share of
   * its memory. `objection`: for a runtime that reads the body itself, and need not read what will be refused.
   */
  body(limit: number, vendorId: string, objection?: Objection): Promise<Uint8Array>;
}

/** Why a body is to be refused, as soon as what has arrived says so: the first `length` of `bytes`, each time more. */
export type Objection = (bytes: Uint8Array, length: number) => HttpErrorReason | undefined;

/** The client went away before its request was read: nobody is left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** A response as every runtime sends it. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. The runtime adds Content-Length and everything about the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** The one shape of a response (Spec 1): `statusCode` repeats the HTTP status. */
export const envelope = (
  statusCode: number,
  body: object,
  headers?: Readonly<Record<string, string>>,
): HttpResponse => ({
  status: statusCode,
  headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
  body: JSON.stringify({ statusCode, body }),
});

const anyOrigin = { 'access-control-allow-origin': '*' };

/** The answer to a browser that asks whether a page of another origin may read. */
export const preflight: HttpResponse = {
  status: 204,
  headers: {
    ...anyOrigin,
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': '*',
    'access-control-max-age': '86400',
  },
  body: '',
};

/** JSON without an envelope, for pages of any origin, which may be cached for five minutes. */
export const jsonDocument = (body: string): HttpResponse => ({
  status: 200,
  headers: { ...jsonHeaders, ...anyOrigin, 'cache-control': 'public, max-age=300' },
  body,
});

/** The first value of this name in a query string, as sent. */
export const queryValue = (query: string, name: string): string | undefined =>
  query
    .split('&')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
