import type { RefusedRequest } from '#operators/application/ports/outbound/refusals.ts';
import { problemReasons, problemWords } from '#operators/application/sources/held-leads.ts';
import type { HttpErrorReason } from '../../../../../adapters/inbound/http/http-error.ts';
import type { LeadField, Reason } from '../../../../../domain/invalid-lead.ts';

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

/** A field and the rule that it broke in words: `deal type is none` for `deal_type not-a-deal-type`. */
export function brokenRuleWords(label: string): string {
  const [wireName = '', reason = ''] = label.split(' ');
  const field = wireName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(problemReasons, reason)
    ? problemWords({ field: field as LeadField, reason: reason as Reason })
    : label.replaceAll(/[-_]/g, ' ');
}

/** A refused request, how often the same was sent, and when first. */
interface RepeatedRequest extends RefusedRequest {
  readonly times: number;
  readonly first: Date;
}

/** Joins requests that were refused for the same reasons under the same id, each at the place of its latest. */
export function repeated(requests: readonly RefusedRequest[]): readonly RepeatedRequest[] {
  const same = Map.groupBy(requests, ({ status, reason, externalId, problems }) =>
    JSON.stringify([status, reason, externalId, problems]),
  );
  return [...same.values()].flatMap((all) => {
    const [latest, first] = [all[0], all.at(-1)];
    return latest && first ? [{ ...latest, times: all.length, first: first.at }] : [];
  });
}
