import type { AuthenticateVendor } from './ports/inbound.ts';
import type { ApiKeyDirectory, Clock, Digest } from './ports/outbound.ts';

export interface AuthenticateVendorPorts {
  /** Asked in this order. */
  readonly directories: readonly ApiKeyDirectory[];
  readonly digest: Digest;
  readonly clock: Clock;
}

/** Keys are known by their digest alone; none is kept or compared in clear. */
export function makeAuthenticateVendor({
  directories,
  digest,
  clock,
}: AuthenticateVendorPorts): AuthenticateVendor {
  return async (apiKey) => {
    const sought = digest(apiKey);
    for (const directory of directories) {
      const known = await directory.find(sought);
      if (known && (!known.expires || known.expires > clock())) {
        return { vendor: known.vendor, keyExpires: known.expires };
      }
    }
    return undefined;
  };
}
