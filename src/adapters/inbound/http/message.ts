import { Fault } from '../../../application/ports/outbound/fault.ts';
import type { HttpErrorReason } from './http-error.ts';

/** A request as runtimes pass it on: unchecked, its body not yet read. */
export interface HttpRequest {
  readonly method: string;
  /** The path as sent: not decoded, and without the query. */
  readonly path: string;
  /**
   * Returns a header's value, read as UTF-8, by its lower-case name; a list if several lines have that name. A
   * runtime that joins such lines by commas returns the joined text.
   */
  header(name: string): string | readonly string[] | undefined;
  /**
   * The first value of this name in the query, as sent; `undefined` if it has none. Absent: this runtime passes no
   * query on.
   */
  query?(name: string): string | undefined;
  /** True if a comma in a header may have joined two lines. Absent: a comma is part of the value. */
  readonly joinsHeaders?: boolean | undefined;
  /**
   * Reads the body. Throws an HttpError: `body-too-large` above `limit` bytes, as soon as that is known; others
   * if it cannot be read. Throws ClientGone if the rest will not arrive. `vendorId`: the sender, for a runtime
   * that gives each vendor a share of its memory. `objection`: for a runtime that reads the body itself, and
   * can stop early.
   */
  body(limit: number, vendorId: string, objection?: Objection): Promise<Uint8Array>;
}

/**
 * Returns why a body is to be refused, as soon as that is known from the first `length` of `bytes`, which grow
 * from call to call.
 */
export type Objection = (bytes: Uint8Array, length: number) => HttpErrorReason | undefined;

/**
 * A fault of the deployment: something else has parsed the body before this API. No vendor can mend it, so the log
 * explains it.
 */
export class BodyTaken extends Fault {
  override readonly name = 'BodyTaken';

  constructor() {
    super(bodyTaken, bodyTaken);
  }
}

const bodyTaken =
  'something else has read the body and keeps no rawBody: mount the service before any body parser';

/** The client went away before its request was read. Nobody is left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** A response as runtimes send it. */
export interface HttpResponse {
  readonly status: number;
  /** Headers by lower-case name. The runtime adds Content-Length and headers of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Makes an envelope (Spec 1), the shape of every response: `statusCode` repeats the HTTP status. */
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

/** The answer to a browser that asks whether a page of another origin may read a resource (CORS). */
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

/** JSON without an envelope, for pages of any origin; they may cache it for five minutes. */
export const jsonDocument = (body: string): HttpResponse => ({
  status: 200,
  headers: { ...jsonHeaders, ...anyOrigin, 'cache-control': 'public, max-age=300' },
  body,
});

/** The first value of this name in a query string, still percent-encoded, as sent. */
export const queryValue = (query: string, name: string): string | undefined =>
  query
    .split('&')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
