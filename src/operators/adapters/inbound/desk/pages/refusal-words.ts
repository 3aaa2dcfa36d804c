import type { HttpErrorReason } from '../../../../../adapters/inbound/http/http-error.ts';

/** Reasons of refused requests, for people who do not write programs. */
const words = {
  'invalid-lead': 'a field missing or wrong',
  forbidden: 'no key that works',
  'expired-key': 'key expired',
  'revoked-key': 'key revoked',
  'forbidden-source': 'no secret that works',
  'forbidden-origin': 'a form of another site',
  'source-media-type': 'not sent in a form that its source reads',
  'nothing-sent': 'empty',
  'invalid-form': 'a form that cannot be read',
  'form-too-large': 'form too large',
  'file-in-form': 'a form with a file',
  'unknown-path': 'sent to a wrong address',
  'unknown-lead': 'asked for a lead that is not its own',
  'method-not-allowed': 'sent in a wrong way',
  'request-timeout': 'arrived too slowly',
  'body-too-large': 'too long',
  'too-many-parts': 'in too many parts',
  'content-encoding': 'compressed',
  'media-type': 'not sent as JSON',
  'empty-body': 'empty',
  'invalid-utf-8': 'letters that cannot be read',
  'invalid-json': 'JSON that cannot be read',
  'too-many-values': 'too many fields',
  'not-an-object': 'not one lead',
  'invalid-idempotency-key': 'an Idempotency-Key that is none',
  'idempotency-key-reused': 'another lead with the same Idempotency-Key',
  'bad-request': 'could not be read',
  'too-many-requests': 'too many at once',
  'headers-too-large': 'headers too long',
  fault: 'a fault of this service',
  unavailable: 'while the store did not answer',
  'too-many-bodies': 'while too much arrived',
  'too-many-unanswered': 'too many at once',
} as const satisfies Record<HttpErrorReason | 'invalid-lead', string>;

/** A reason in words. One that this version does not know is shown as it was kept. */
export const refusalWords = (reason: string): string =>
  Object.hasOwn(words, reason) ? words[reason as keyof typeof words] : reason.replaceAll('-', ' ');
