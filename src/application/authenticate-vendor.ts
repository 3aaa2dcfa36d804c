import { ApiKey } from '../domain/api-key.ts';
import { isUsable, keyState } from '../domain/issued-key.ts';
import { type AuthenticateVendor, UnusableKey } from './ports/inbound/vendor.ts';
import type { ApiKeyDirectory, KnownKey, RecordKeyUse } from './ports/outbound/api-key-directory.ts';
import { BrokenPort, isId } from './ports/outbound/fault.ts';
import type { Clock, Digest } from './ports/outbound/runtime.ts';

export interface AuthenticateVendorPorts {
  /** Keys from the configuration, of any form. */
  readonly configured: ApiKeyDirectory;
  /** Keys issued by the operator. A text that is not well-formed is rejected without a look-up. */
  readonly issued: ApiKeyDirectory;
  readonly recordUse: RecordKeyUse;
  readonly digest: Digest;
  readonly clock: Clock;
}

/** Looks keys up by their digest. No key is stored or compared in plain text. */
export function makeAuthenticateVendor(ports: AuthenticateVendorPorts): AuthenticateVendor {
  const { configured, issued, recordUse, digest, clock } = ports;
  return async (apiKey) => {
    const sought = digest(apiKey);
    const known =
      asPromised('keys.find', await configured.find(sought)) ??
      (ApiKey.isWellFormed(apiKey) ? asPromised('vendors.find', await issued.find(sought)) : undefined);
    if (!known) return undefined;
    const { vendor, id: keyId, expires: keyExpires } = known;
    const now = clock();
    const state = keyState(known, now);
    if (!isUsable(state)) throw new UnusableKey(state, { vendor, keyId });
    if (keyId) recordUse(keyId, now);
    return { vendor, keyId, keyExpires };
  };
}

/**
 * Checks a port's answer. Throws BrokenPort for a vendor without id, or an end that is no time: the key would never
 * expire.
 */
function asPromised(method: string, found: KnownKey | undefined): KnownKey | undefined {
  const known: Partial<KnownKey> | null | undefined = found; // a port in JavaScript may return anything
  if (known === undefined || known === null) return undefined;
  const ends = known.expires ?? new Date(0);
  if (!isId(known.vendor?.id) || !(ends instanceof Date) || Number.isNaN(ends.getTime()))
    throw new BrokenPort(method, 'a key with its vendor, and with a Date if it expires');
  return found;
}
