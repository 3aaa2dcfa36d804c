import type { AuthenticateVendorPorts } from '../../../application/authenticate-vendor.ts';
import type { IssuedKeys } from '../../../application/ports/outbound/issued-keys.ts';
import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import { CachedKeys } from './cached-keys.ts';
import { keyUseRecorder } from './key-use-recorder.ts';

/** Finds keys in the vendors' accounts, with a cache, and records their use in the background. */
export const issuedKeys = (
  vendors: IssuedKeys,
  clock: Clock,
): Pick<AuthenticateVendorPorts, 'issued' | 'recordUse'> => ({
  issued: new CachedKeys(vendors, clock),
  recordUse: keyUseRecorder(vendors),
});
