import { Refused } from '#operators/domain/refused.ts';
import { PersonNotMeant } from '#operators/domain/work/known-people.ts';
import { ForbiddenMove } from '#operators/domain/work/move-deal.ts';
import { PARTS_LIMIT } from '../../../../adapters/inbound/http/http-error.ts';
import { ClientGone } from '../../../../adapters/inbound/http/message.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { type FieldProblem, InvalidFields } from '../presentation/field-problems.ts';
import { InvalidValue } from '../presentation/invalid-value.ts';
import { statusOf } from '../presentation/refusals.ts';

/** The most bytes of a body. */
export const MAX_BYTES = 1_000_000;
/** The most fields and elements of a body, at any depth. */
export const MAX_VALUES = 10_000;

/** Every refusal that does not come from a use case. */
const wordings = {
  unauthorized: {
    status: 401,
    message: 'The header Authorization needs “Bearer” and a token that works.',
    headers: { 'www-authenticate': 'Bearer' },
  },
  'too-many-attempts': {
    status: 429,
    message: 'Too many different tokens that do not work came from this address: wait a minute.',
    headers: { 'retry-after': '60' },
  },
  'unknown-path': { status: 404, message: 'There is no such path: /api/openapi.json has all of them.' },
  'method-not-allowed': { status: 405, message: 'This path supports only the methods in the header Allow.' },
  'bad-request': { status: 400, message: 'The request did not arrive whole.' },
  'invalid-json': { status: 400, message: 'The body must be one JSON object in UTF-8.' },
  'invalid-idempotency-key': {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 printable ASCII characters without a comma.',
  },
  'no-idempotency-key': {
    status: 400,
    message: 'This takes no Idempotency-Key, and would be done twice: only what makes something takes one.',
  },
  'no-etag': {
    status: 412,
    message:
      'Nothing here has an ETag or a date for a header such as If-Match: say what you saw by from or statusSince.',
  },
  'too-large': { status: 413, message: `The body must be at most ${MAX_BYTES} bytes: send less at once.` },
  'too-many-parts': {
    status: 400,
    message: `The body must arrive in at most ${PARTS_LIMIT} parts, such as chunks.`,
  },
  'too-many-values': {
    status: 400,
    message: `The body must have at most ${MAX_VALUES} fields and elements, those inside of others included.`,
  },
  'media-type': { status: 415, message: 'Content-Type must be application/json.' },
  'too-many-bodies': {
    status: 503,
    message: 'More arrives than is answered: try again.',
    headers: { 'retry-after': '2' },
  },
  unavailable: {
    status: 503,
    message: 'The store does not answer. What was to be changed may have been: look, then try again.',
    headers: { 'retry-after': '2' },
  },
  fault: { status: 500, message: 'Something went wrong. What was to be changed may have been: look first.' },
} as const satisfies Record<
  string,
  { readonly status: number; readonly message: string; readonly headers?: Readonly<Record<string, string>> }
>;

type ProblemName = keyof typeof wordings;

/** A refusal in the words of `wordings`. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly problem: ProblemName;

  constructor(problem: ProblemName) {
    super(problem);
    this.problem = problem;
  }
}

/** A field in a query or body names something that does not exist, or cannot be meant. */
export class NamesNothing extends Error {
  override readonly name = 'NamesNothing';
  readonly refused: Refused;
  readonly fields: readonly string[];

  constructor(refused: Refused, fields: readonly string[]) {
    super(refused.message);
    this.refused = refused;
    this.fields = fields;
  }
}

/** The answer to a problem. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: {
    readonly error: string;
    readonly message: string;
    readonly errors?: readonly FieldProblem[];
    readonly candidates?: readonly { readonly id: string; readonly name: string }[];
  };
}

export function answerOf(error: ProblemName): ProblemAnswer {
  const { status, message, ...more } = wordings[error];
  return { status, body: { error, message }, ...more };
}

/** The answer to an error; `undefined` for an unexpected one. */
export function problemOf(error: unknown): ProblemAnswer | undefined {
  if (error instanceof ApiProblem) return answerOf(error.problem);
  if (error instanceof StoreUnavailable) return answerOf('unavailable');
  const status = statusOf(error);
  if (error instanceof InvalidFields) return invalidFields(error);
  if (error instanceof NamesNothing) return namesNothing(error);
  if (status !== undefined && error instanceof InvalidValue)
    return { status, body: { error: 'invalid-value', message: error.message } };
  if (status !== undefined && error instanceof Refused) return { status, body: refusalOf(error) };
  return error instanceof ClientGone ? answerOf('bad-request') : undefined;
}

const refusalOf = (error: Refused): ProblemAnswer['body'] => ({
  error: error.reason,
  message: sentenceOf(error),
  ...(error instanceof PersonNotMeant &&
    error.candidates.length > 0 && {
      candidates: error.candidates.map(({ id, name }) => ({ id, name })),
    }),
});

function invalidFields({ problems, more }: InvalidFields): ProblemAnswer {
  const told = problems.map(({ field, message }) => `${field}: ${message}`);
  const message = [...told, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
  return { status: 400, body: { error: problems[0]?.error ?? 'invalid-value', message, errors: problems } };
}

function namesNothing({ fields, refused }: NamesNothing): ProblemAnswer {
  const { reason: error, message } = refused;
  const errors = fields.map((field) => ({ field, error, message }));
  return { status: 422, body: { ...refusalOf(refused), errors } };
}

const sentenceOf = (error: Refused): string =>
  error instanceof ForbiddenMove ? `${error.message} Allowed: ${error.allowed.join(', ')}.` : error.message;
