import { HttpError } from '../adapters/inbound/http/http-error.ts';
import {
  AnswerLost,
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  UnusableKey,
} from '../application/ports/inbound/vendor.ts';
import type { KnownKey } from '../application/ports/outbound/api-key-directory.ts';
import type { EarlierDeal, OwnedStatus } from '../application/ports/outbound/crm.ts';
import { Fault } from '../application/ports/outbound/fault.ts';
import type { Quota } from '../application/ports/outbound/quota.ts';
import { InvalidLead } from '../domain/invalid-lead.ts';
import type { VendorAccount } from '../domain/vendor.ts';

/** An adapter gave what its port does not allow: the log names the method. */
export class BrokenPort extends Fault {
  override readonly name = 'BrokenPort';

  constructor(method: string, given: string) {
    super(`${method} gave ${given}`, method);
  }
}

type Judge<T> = (given: T, method: string) => T;

/** What a method resolves to, if the judge lets it pass. It may answer at once, without a promise. */
export async function outcome<T>(method: string, call: () => Promise<T>, judge: Judge<T>): Promise<T> {
  try {
    return judge(await call(), method);
  } catch (error) {
    const mistaken = vendorsMistakes.find((kind) => error instanceof kind);
    throw mistaken ? new BrokenPort(method, mistaken.name) : error;
  }
}

/** From an adapter these are faults: it has parsed something of its own, for example. */
const vendorsMistakes = [
  InvalidLead,
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  UnusableKey,
  HttpError,
  AnswerLost,
];

/** `null`, as databases have it, is nothing too. */
export const ifAny =
  <T>(judge: Judge<T>): Judge<T | undefined> =>
  (given, method) =>
    given ? judge(given, method) : undefined;

export const isText = (given: unknown): given is string => typeof given === 'string' && given !== '';

export const isDate = (given: unknown): given is Date =>
  given instanceof Date && !Number.isNaN(given.getTime());

export function text(given: string | undefined, method: string): string {
  if (isText(given)) return given;
  throw new BrokenPort(method, 'no text');
}

export const addedOrEarlier: Judge<'added' | EarlierDeal> = (given, method) =>
  given === 'added' ? given : earlierDeal(given, method);

export function earlierDeal(given: EarlierDeal, method: string): EarlierDeal {
  const id = text(given?.id, method);
  const key = text(given.idempotency?.key, method);
  const fingerprint = given.idempotency?.fingerprint ?? undefined;
  return {
    id,
    idempotency: { key, fingerprint: fingerprint === undefined ? undefined : text(fingerprint, method) },
  };
}

export function ownedStatus(given: OwnedStatus, method: string): OwnedStatus {
  text(given.vendorId, method);
  return given;
}

export function knownKey(given: KnownKey, method: string): KnownKey {
  text(given.vendor?.id, method);
  if (given.id !== undefined && given.id !== null) text(given.id, method);
  if (!('revoked' in given)) throw new BrokenPort(method, 'a key that does not say whether it is revoked');
  const expires = given.expires ?? undefined;
  if (expires === undefined || isDate(expires)) return given;
  throw new BrokenPort(method, 'an expiry that is no date');
}

export function quota(given: Quota, method: string): Quota {
  const counts = [given?.limit, given?.window, given?.remaining, given?.resets];
  if (typeof given?.exceeded !== 'boolean' || !counts.every(Number.isFinite))
    throw new BrokenPort(method, 'no quota');
  return {
    limit: whole(given.limit),
    window: whole(given.window),
    remaining: whole(given.remaining),
    resets: whole(given.resets),
    exceeded: given.exceeded,
  };
}

/** The response's headers count whole requests and seconds, none of them negative. */
const whole = (count: number): number => Math.max(0, Math.ceil(count));

export const addedOrTaken: Judge<'added' | 'name-taken'> = (given, method) => {
  if (given === 'added' || given === 'name-taken') return given;
  throw new BrokenPort(method, 'neither added nor name-taken');
};

export function account(given: VendorAccount, method: string): VendorAccount {
  text(given.id, method);
  if (Array.isArray(given.keys)) return given;
  throw new BrokenPort(method, 'an account without keys');
}
