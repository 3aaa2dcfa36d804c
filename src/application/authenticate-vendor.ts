import { ApiKey } from '../domain/api-key.ts';
import { isUsable, keyState } from '../domain/issued-key.ts';
import { asPromised } from './port-answers.ts';
import { type AuthenticateVendor, UnusableKey } from './ports/inbound/vendor.ts';
import type { ApiKeyDirectory, RecordKeyUse } from './ports/outbound/api-key-directory.ts';
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
    if (!isUsable(state)) throw new UnusableKey(state, { vendor, keyId }, known.revoked ?? keyExpires);
    if (keyId) recordUse(keyId, now);
    return { vendor, keyId, keyExpires };
  };
}
