/** A request as every runtime hands it over: nothing of it is judged yet, and its body not even read. */
export interface HttpRequest {
  readonly method: string;
  /** As sent: not decoded, without the query. */
  readonly path: string;
  /** A header's value by its lower-case name; several of one name joined by `, `. */
  header(name: string): string | undefined;
  /** Throws a Refusal (`body-too-large`) as soon as there are more than `limit` bytes. */
  body(limit: number): Promise<Uint8Array>;
}

/** A response as every runtime sends it. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. Content-Length and whatever concerns the connection are the runtime's. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** The one shape of an answer (Spec 1): `statusCode` says again what the status line says. */
export const envelope = (
  statusCode: number,
  body: object,
  headers?: Readonly<Record<string, string>>,
): HttpResponse => ({
  status: statusCode,
  headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
  body: JSON.stringify({ statusCode, body }),
});

/** JSON that is no envelope, and may be kept for a while. */
export const document = (body: string): HttpResponse => ({
  status: 200,
  headers: { ...jsonHeaders, 'cache-control': 'public, max-age=300' },
  body,
});
