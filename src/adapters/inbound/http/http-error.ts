import type { JsonBreak } from './json-break.ts';

interface Wording {
  readonly status: number;
  /** Absent in every 404 (Spec 2.4). */
  readonly error?: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The most bytes of a body, and of all headers together. */
export const BODY_LIMIT = 640 * 1024;
export const HEADERS_LIMIT = 16 * 1024;
/** The most bytes of a website's form, which anybody may send. */
export const FORM_LIMIT = 128 * 1024;
/** The most parts in which a body may arrive. A body of `BODY_LIMIT` then has 40 bytes in each part. */
export const PARTS_LIMIT = 16_384;
/** The most fields and elements in a body, at any depth. A lead has 14. */
export const VALUES_LIMIT = 1_000;

const forbidden = {
  status: 403,
  error: 'Forbidden',
  message: 'The x-api-key header is missing: send the API key there',
} as const;

const unavailable = {
  status: 503,
  error: 'Service unavailable',
  message: 'The service is temporarily unavailable; retry after the seconds in Retry-After',
  headers: { 'retry-after': '2' },
} as const;

/** Every refusal that is not about a lead's fields, in the words that vendors read. */
export const wordings = {
  forbidden,
  /** Only the key's holder can send it, and is told when it ended. */
  'expired-key': {
    ...forbidden,
    message: 'This API key has expired: ask the operator for a new one',
  },
  'revoked-key': { ...forbidden, message: 'This API key was revoked: ask the operator for a new one' },
  'forbidden-source': {
    status: 403,
    error: 'Forbidden',
    message: 'The address is not that of a source, or its secret or signature is missing or wrong',
  },
  'forbidden-origin': {
    status: 403,
    error: 'Forbidden',
    message: 'Forms of this site are not accepted here',
  },
  'source-media-type': {
    status: 415,
    error: 'Unsupported media type',
    message: 'This source does not read the Content-Type of the request', // `UnreadType` says which, and what it reads
  },
  'nothing-sent': { status: 400, error: 'Nothing sent', message: 'The request body is empty' },
  'invalid-form': {
    status: 400,
    error: 'Invalid form',
    message: 'The request body is not a form as browsers send it',
  },
  'form-too-large': {
    status: 413,
    error: 'Request body too large',
    message: `A form must be at most ${FORM_LIMIT} bytes`,
  },
  'file-in-form': {
    status: 400,
    error: 'Invalid form',
    message: 'The form contains a file, which is not accepted',
  },
  'unknown-path': {
    status: 404,
    message:
      'This path does not exist; the paths of the API are in /v1/openapi.json, and none has a trailing slash',
  },
  /** `UnknownLead` adds the id. */
  'unknown-lead': { status: 404, message: 'No lead was found with the leadId' },
  'method-not-allowed': {
    status: 405,
    error: 'Method not allowed',
    message: 'This path supports only the methods in the Allow header',
  },
  'request-timeout': {
    status: 408,
    error: 'Request timeout',
    message: 'The request was not received completely in time; send it again',
  },
  'body-too-large': {
    status: 413,
    error: 'Request body too large',
    message: `The request body must be at most ${BODY_LIMIT} bytes`,
  },
  'too-many-parts': {
    status: 400,
    error: 'Request body in too many parts',
    message: `The request body must arrive in at most ${PARTS_LIMIT} parts, such as chunks`,
  },
  'content-encoding': {
    status: 415,
    error: 'Unsupported content encoding',
    message: 'The request body must be sent without a Content-Encoding',
  },
  'media-type': {
    status: 415,
    error: 'Unsupported media type',
    message: 'Content-Type must be application/json',
  },
  'empty-body': {
    status: 400,
    error: 'Invalid JSON',
    message: 'The request body is empty; it must be one JSON object',
  },
  'invalid-utf-8': { status: 400, error: 'Invalid JSON', message: 'The request body must be in UTF-8' },
  'invalid-json': { status: 400, error: 'Invalid JSON', message: 'The request body is not valid JSON' },
  'too-many-values': {
    status: 400,
    error: 'Invalid JSON',
    message: `The request body must have at most ${VALUES_LIMIT} fields and elements, those inside of others included`,
  },
  'not-an-object': {
    status: 400,
    error: 'Invalid JSON',
    message: 'The request body must be one JSON object, not an array or a single value',
  },
  'invalid-idempotency-key': {
    status: 400,
    error: 'Invalid Idempotency-Key',
    message: 'Idempotency-Key must be one value of 1 to 255 printable ASCII characters without a comma',
  },
  'idempotency-key-reused': {
    status: 422,
    error: 'Idempotency-Key reused',
    message:
      'This Idempotency-Key was already used for a lead with different content; a new lead needs a key of its own',
  },
  'bad-request': {
    status: 400,
    error: 'Bad request',
    message: 'The request is not valid HTTP/1.1, or its method is unknown',
  },
  'too-many-requests': {
    status: 429,
    error: 'Too many requests',
    message: 'The request quota is used up; retry after the seconds in Retry-After',
  },
  'headers-too-large': {
    status: 431,
    error: 'Request header fields too large',
    message: `The request line and headers together must be at most about ${HEADERS_LIMIT} bytes, in fewer than 1,000 fields`,
  },
  fault: {
    status: 500,
    error: 'Internal server error',
    message: 'Something unexpected went wrong; try again later, or contact support with the X-Request-Id',
  },
  unavailable,
  'too-many-bodies': unavailable, // the answer is the same to the vendor; the log tells them apart
  'too-many-unanswered': unavailable,
} as const satisfies Record<string, Wording>;

/** The reasons for an error: a closed list. */
export type HttpErrorReason = keyof typeof wordings;

/** A request is refused. Thrown wherever the reason is found, and worded in `wordings`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly reason: HttpErrorReason;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly #message: string | undefined;

  /** `message`: says more than the reason's usual one. It never repeats a value that was sent. */
  constructor(reason: HttpErrorReason, headers?: Readonly<Record<string, string>>, message?: string) {
    super(reason);
    this.reason = reason;
    this.headers = headers;
    this.#message = message;
  }

  get wording(): Wording {
    const usual = wordings[this.reason];
    return this.#message === undefined ? usual : { ...usual, message: this.#message };
  }
}

/** The body breaks off, or goes on wrongly, at this place. */
export class BrokenJson extends HttpError {
  constructor({ line, column, isEnd }: JsonBreak) {
    const how = isEnd ? 'ends before it is complete, at' : 'breaks off at';
    super(
      'invalid-json',
      undefined,
      `${wordings['invalid-json'].message}: it ${how} line ${line}, column ${column}`,
    );
  }
}

/** The method is none of those that the path supports. `allowed`: as the header `Allow` has them. */
export class MethodNotAllowed extends HttpError {
  constructor(allowed: string) {
    super('method-not-allowed', { allow: allowed }, `This path supports only ${allowed}`);
  }
}

/** A source does not read what came. `declared`: its Content-Type; `read`: what the source reads. */
export class UnreadType extends HttpError {
  constructor(declared: string, read: string) {
    const type = /^[\w.+/-]{1,99}/.exec(declared.trim())?.[0];
    const message = `This source reads ${read}; the Content-Type of the request is ${type ?? 'missing'}`;
    super('source-media-type', undefined, message);
  }
}

/** No lead has this id, or it is another vendor's. Both get the same answer (Spec 7). */
export class UnknownLead extends HttpError {
  constructor(leadId: string) {
    super('unknown-lead', undefined, `${wordings['unknown-lead'].message}: ${leadId}`);
  }
}
