import type { RefusedRequest } from '../../../application/operators/ports/outbound/refusals.ts';
import { type IssuedKey, keyState } from '../../../domain/intake/issued-key.ts';
import type { VendorAccount } from '../../../domain/intake/vendor.ts';

/** A vendor that was just added. */
export const addedVendorView = ({ id, name, created }: VendorAccount) => ({ vendor: id, name, created });

/** A vendor in a list: with how many keys it was ever issued. */
export const vendorView = (account: VendorAccount) => ({
  ...addedVendorView(account),
  keys: account.keys.length,
});

/** A key without its digest, which nobody needs to see. */
export const keyView = (vendor: string, key: IssuedKey, now: Date) => ({
  keyId: key.id,
  vendor,
  hint: key.hint,
  state: keyState(key, now),
  created: key.created,
  expires: key.expires,
  revoked: key.revoked,
  replacedBy: key.replacedBy,
  lastUsed: key.lastUsed,
});

/** A request that was refused. `problems` are codes: a field and the rule that it broke. */
export const refusedRequestView = ({
  at,
  requestId,
  status,
  reason,
  externalId,
  problems,
}: RefusedRequest) => ({ at, requestId, status, reason, externalId, problems });
