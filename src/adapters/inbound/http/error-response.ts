import {
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  UnusableKey,
} from '../../../application/ports/inbound/vendor.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { dealTypes } from '../../../domain/deal-type.ts';
import { InvalidLead, type Problem, type Reason } from '../../../domain/invalid-lead.ts';
import { HttpError } from './http-error.ts';
import { wireNames } from './lead-payload.ts';
import { envelope, type HttpResponse } from './message.ts';

/** Turns any error into the refusal to answer with. An unexpected error becomes a `fault`. */
export function httpErrorFor(error: unknown): HttpError | InvalidLead {
  if (error instanceof HttpError || error instanceof InvalidLead) return error;
  if (error instanceof UnusableKey) return new HttpError(`${error.state}-key`);
  if (error instanceof MalformedIdempotencyKey) return new HttpError('invalid-idempotency-key');
  if (error instanceof IdempotencyKeyReused) return new HttpError('idempotency-key-reused');
  if (error instanceof StoreUnavailable) return new HttpError('unavailable');
  return new HttpError('fault');
}

/** Makes the response to a refusal. No other code does. */
export function errorResponse(refusal: HttpError | InvalidLead): HttpResponse {
  if (refusal instanceof InvalidLead) return envelope(400, invalidLeadBody(refusal.problems));
  const { status, error, message, headers } = refusal.wording;
  return envelope(status, { error, message }, { ...headers, ...refusal.headers });
}

/** The body for an invalid lead: the first problem, and a list of all if several fields are wrong. */
function invalidLeadBody(problems: readonly Problem[]): object {
  const errors = problems.map((problem) => ({ field: wireNames[problem.field], ...wordingOf(problem) }));
  const [first] = problems;
  return { ...(first && wordingOf(first)), ...(errors.length > 1 && { errors }) };
}

const wordingOf = (problem: Problem) =>
  leadProblemWordings[problem.reason](wireNames[problem.field], problem.limit);

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
