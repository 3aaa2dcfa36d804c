import * as v from 'valibot';
import { list, perhaps, said, text, time, whole } from './parts.ts';

const added = { vendor: said(text, 'Its id.'), name: text, created: time };

export const AddedVendor = v.object(added);
export const Vendor = v.object({ ...added, keys: said(whole, 'How many it was ever issued.') });
export const VendorList = v.object({ vendors: list(Vendor) });

const key = {
  keyId: text,
  vendor: said(text, 'Its id.'),
  hint: said(text, 'Its first characters.'),
  state: v.picklist(['active', 'replaced', 'expired', 'revoked']),
  created: time,
  expires: perhaps(time),
  revoked: perhaps(time),
  replacedBy: perhaps(text),
  lastUsed: perhaps(time),
};
const inPlainText = { key: said(text, 'In plain text: in this answer alone.') };

export const Key = v.object(key);
export const KeyList = v.object({ vendor: text, keys: list(Key) });
export const FreshKey = v.object({ ...inPlainText, ...key });
export const RotatedKey = v.object({ ...inPlainText, ...key, replaces: text, oldExpires: time });

export type FreshKey = v.InferOutput<typeof FreshKey>;
export type RotatedKey = v.InferOutput<typeof RotatedKey>;

export const RefusedRequest = v.object({
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
