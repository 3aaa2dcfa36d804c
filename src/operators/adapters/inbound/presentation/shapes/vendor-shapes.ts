import * as v from 'valibot';
import type { RefusedRequest as Refusal } from '#operators/application/ports/outbound/refusals.ts';
import { type IssuedKey, keyState } from '../../../../../domain/issued-key.ts';
import type { VendorAccount } from '../../../../../domain/vendor.ts';
import { json, viewOf } from '../view.ts';
import { list, perhaps, said, text, time, whole } from './parts.ts';

export const AddedVendor = viewOf<VendorAccount>()({
  vendor: json(said(text, 'Its id.'), ({ id }) => id),
  name: text,
  created: time,
});
export const Vendor = viewOf<VendorAccount>()({
  ...AddedVendor.fields,
  keys: json(said(whole, 'How many it was ever issued.'), ({ keys }) => keys.length),
});
export const VendorList = v.object({ vendors: list(Vendor) });

/** A key without its digest, which nobody needs to see. */
export const Key = viewOf<IssuedKey, { readonly vendor: string; readonly now: Date }>()({
  keyId: json(text, ({ id }) => id),
  vendor: json(said(text, 'Its id.'), (_, { vendor }) => vendor),
  hint: said(text, 'Its first characters.'),
  state: json(v.picklist(['active', 'replaced', 'expired', 'revoked']), (key, { now }) => keyState(key, now)),
  created: time,
  expires: perhaps(time),
  revoked: perhaps(time),
  replacedBy: perhaps(text),
  lastUsed: perhaps(time),
});
const inPlainText = { key: said(text, 'In plain text: in this answer alone.') };

export const KeyList = v.object({ vendor: text, keys: list(Key) });
export const FreshKey = v.object({ ...inPlainText, ...Key.entries });
export const RotatedKey = v.object({ ...inPlainText, ...Key.entries, replaces: text, oldExpires: time });

export type FreshKey = v.InferOutput<typeof FreshKey>;
export type RotatedKey = v.InferOutput<typeof RotatedKey>;

/** A request that was refused. `problems` are codes: a field and the rule that was broken. */
export const RefusedRequest = viewOf<Refusal>()({
  at: time,
  requestId: said(text, 'In the response’s header `X-Request-Id`.'),
  status: said(whole, 'HTTP status.'),
  reason: said(text, 'Such as `invalid-lead`.'),
  externalId: perhaps(said(text, 'The vendor’s own id of the lead.')),
  problems: perhaps(said(list(text), 'Which field broke which rule, such as `phone invalid-phone`.')),
});

export const RefusedRequestList = v.object({
  vendor: said(text, 'Its id.'),
  requests: list(RefusedRequest),
});
