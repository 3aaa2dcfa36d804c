import type { RefusedRequest } from '#operators/application/ports/outbound/refusals.ts';
import type { Columns } from './list.ts';
import type { Key, Vendor } from './shapes/vendor-shapes.ts';

export const vendorColumns = {
  vendor: { head: 'Vendor', value: ({ vendor }) => vendor },
  name: { head: 'Name', value: ({ name }) => name },
  keys: { head: 'Keys issued', value: ({ keys }) => keys },
  created: { head: 'Created', kind: 'time', value: ({ created }) => created },
} as const satisfies Columns<ReturnType<typeof Vendor.of>>;

export const keyColumns = {
  keyId: { head: 'Key id', in: ['terminal'], value: ({ keyId }) => keyId },
  hint: { head: 'Begins with', value: ({ hint }) => hint },
  state: { head: 'State', value: ({ state }) => state },
  created: { head: 'Created', kind: 'time', value: ({ created }) => created },
  expires: { head: 'Expires', kind: 'time', value: ({ expires }) => expires },
  lastUsed: { head: 'Last used', kind: 'time', value: ({ lastUsed }) => lastUsed },
} as const satisfies Columns<ReturnType<typeof Key.of>>;

/** Columns of a list with keys of several vendors. */
export const keyOfVendorColumns = {
  name: { head: 'Vendor', value: ({ name }) => name },
  ...keyColumns,
} as const satisfies Columns<ReturnType<typeof Key.of> & { readonly name: string }>;

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
