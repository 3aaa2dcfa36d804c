import type { RefusedRequest } from '../../../application/operators/ports/outbound/refusals.ts';
import { type IssuedKey, keyState } from '../../../domain/intake/issued-key.ts';
import type { VendorAccount } from '../../../domain/intake/vendor.ts';
import type { Columns } from './list.ts';
import { shownAs } from './shapes/parts.ts';
import { Key, RefusedRequest as Shape } from './shapes/vendor-shapes.ts';

/** A vendor that was just added. */
export const addedVendorView = ({ id, name, created }: VendorAccount) => ({ vendor: id, name, created });

/** A vendor in a list: with how many keys it was ever issued. */
export const vendorView = (account: VendorAccount) => ({
  ...addedVendorView(account),
  keys: account.keys.length,
});

export const vendorColumns = {
  vendor: { head: 'Vendor', value: ({ vendor }) => vendor },
  name: { head: 'Name', value: ({ name }) => name },
  keys: { head: 'Keys issued', value: ({ keys }) => keys },
  created: { head: 'Created', kind: 'time', value: ({ created }) => created },
} as const satisfies Columns<ReturnType<typeof vendorView>>;

/** A key without its digest, which nobody needs to see. */
export const keyView = (vendor: string, key: IssuedKey, now: Date) =>
  shownAs(Key, { ...key, keyId: key.id, vendor, state: keyState(key, now) });

export const keyColumns = {
  keyId: { head: 'Key id', in: ['terminal'], value: ({ keyId }) => keyId },
  hint: { head: 'Begins with', value: ({ hint }) => hint },
  state: { head: 'State', value: ({ state }) => state },
  created: { head: 'Created', kind: 'time', value: ({ created }) => created },
  expires: { head: 'Expires', kind: 'time', value: ({ expires }) => expires },
  lastUsed: { head: 'Last used', kind: 'time', value: ({ lastUsed }) => lastUsed },
} as const satisfies Columns<ReturnType<typeof keyView>>;

/** Keys of several vendors. */
export const keyOfVendorColumns = {
  name: { head: 'Vendor', value: ({ name }) => name },
  ...keyColumns,
} as const satisfies Columns<ReturnType<typeof keyView> & { readonly name: string }>;

/** A request that was refused. `problems` are codes: a field and the rule that it broke. */
export const refusedRequestView = (request: RefusedRequest) => shownAs(Shape, request);

export const refusedRequestColumns = {
  at: { head: 'Time', kind: 'time', value: ({ at }) => at },
  status: { head: 'Status', value: ({ status }) => status },
  externalId: { head: 'Their id', value: ({ externalId }) => externalId },
  why: {
    head: 'Why',
    value: ({ reason, problems = [] }) => (problems.length > 0 ? problems.join(', ') : reason),
  },
  requestId: { head: 'Request', value: ({ requestId }) => requestId },
} as const satisfies Columns<RefusedRequest>;
