import { ApiKey } from '../domain/api-key.ts';
import type { KeyUse } from './ports/back-office.ts';
import type { AuthenticateVendor } from './ports/inbound.ts';
import type { ApiKeyDirectory, Clock, Digest } from './ports/outbound.ts';

export interface AuthenticateVendorPorts {
  /** Keys that came with the configuration: any text may be one. */
  readonly configured: ApiKeyDirectory;
  /** Keys that the operator issued: what is not well-formed is refused before any look-up. */
  readonly issued: ApiKeyDirectory;
  readonly noteUse: KeyUse;
  readonly digest: Digest;
  readonly clock: Clock;
}

/** Keys are known by their digest alone; none is kept or compared in clear. */
export function makeAuthenticateVendor(ports: AuthenticateVendorPorts): AuthenticateVendor {
  const { configured, issued, noteUse, digest, clock } = ports;
  return async (apiKey) => {
    const sought = digest(apiKey);
    const known =
      (await configured.find(sought)) ??
      (ApiKey.isWellFormed(apiKey) ? await issued.find(sought) : undefined);
    const now = clock();
    if (!known || (known.expires && known.expires <= now)) return undefined;
    if (known.id) noteUse(known.id, now);
    return { vendor: known.vendor, keyExpires: known.replaced ? known.expires : undefined };
  };
}
