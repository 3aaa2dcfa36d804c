import {
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  UnusableKey,
} from '../../../application/ports/inbound/vendor.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { dealTypes } from '../../../domain/deal-type.ts';
import { InvalidLead, type Problem, type Reason } from '../../../domain/invalid-lead.ts';
import { hintOf } from './hints.ts';
import { HttpError } from './http-error.ts';
import { wireNames } from './lead-payload.ts';
import { envelope, type HttpResponse } from './message.ts';

/** Turns any error into the refusal to answer with. An unexpected error becomes a `fault`. */
export function httpErrorFor(error: unknown): HttpError | InvalidLead {
  if (error instanceof HttpError || error instanceof InvalidLead) return error;
  if (error instanceof UnusableKey) return unusable(error);
  if (error instanceof MalformedIdempotencyKey) return new HttpError('invalid-idempotency-key');
  if (error instanceof IdempotencyKeyReused) return new HttpError('idempotency-key-reused');
  if (error instanceof StoreUnavailable) return new HttpError('unavailable');
  return new HttpError('fault');
}

function unusable({ state, since }: UnusableKey): HttpError {
  const ended = state === 'expired' ? 'expired' : 'was revoked';
  const told = since && `This API key ${ended} on ${since.toUTCString()}: ask the operator for a new one`;
  return new HttpError(`${state}-key`, undefined, told);
}

/** Makes the response to a refusal of a payload, if one was read. No other code does. */
export function errorResponse(refusal: HttpError | InvalidLead, payload: object = {}): HttpResponse {
  if (refusal instanceof InvalidLead) return envelope(400, invalidLeadBody(refusal.problems, payload));
  const { status, error, message, headers } = refusal.wording;
  return envelope(status, { error, message }, { ...headers, ...refusal.headers });
}

/** The body for an invalid lead: the first problem, and a list of all if several fields are wrong. */
function invalidLeadBody(problems: readonly Problem[], payload: object): object {
  const errors = problems.map((problem) => ({
    field: wireNames[problem.field],
    ...wordingOf(problem, payload),
  }));
  const [first] = errors;
  if (!first || errors.length > 1) return { error: first?.error, message: first?.message, errors };
  return { error: first.error, message: first.message };
}

/** A problem in words: the specification's, or ours, and at their end how it may have come about. */
function wordingOf(problem: Problem, payload: object) {
  const { error, message } = leadProblemWordings[problem.reason](wireNames[problem.field], problem.limit);
  return { error, message: message + hintOf(problem, payload) };
}

const leadProblemWordings = {
  missing: (field: string) => ({
    error: `${field} is required`,
    message: `${field} must be provided and must not be blank`,
  }),
  'contact-missing': () => ({
    error: 'email or phone is required',
    message: 'Either email or phone must be provided',
  }),
  'not-text': (field: string) => ({
    error: `Invalid ${field} type`,
    message: `${field} must be a string`,
  }),
  'invalid-email': (field: string) => ({
    error: 'Invalid email format',
    message: `${field} must be an email address such as name@example.com`,
  }),
  'invalid-phone': () => ({
    error: 'Invalid phone format',
    message: 'Phone must contain 10 digits, or 11 digits starting with 1',
  }),
  'not-a-deal-type': (field: string) => ({
    error: `Invalid ${field}`,
    message: `${field} must be one of ${dealTypes.join(', ')}`,
  }),
  'too-long': (field: string, limit?: number) => ({
    error: `${field} is too long`,
    message: `${field} must be at most ${limit} characters long`,
  }),
} satisfies Record<Reason, (field: string, limit?: number) => { error: string; message: string }>;
