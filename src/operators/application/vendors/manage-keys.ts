import { idOnce } from '../../../application/new-id.ts';
import { ApiKey, type KeyKind } from '../../../domain/api-key.ts';
import type { IssuedKey } from '../../../domain/issued-key.ts';
import type { VendorAccount } from '../../../domain/vendor.ts';
import { expiryAfter, overlapEnd } from '../../domain/work/key-term.ts';
import { addKey, keyOf, revokeKey, rotateKey } from '../../domain/work/vendor-account.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { requireKeyHolder, requireVendor, unknownVendor } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By, Once } from '../ports/order.ts';

type KeyPorts = AuditPorts & Needs<'vendors' | 'digest' | 'keyKind'>;

/** Issues a key to a vendor. Throws Refused (`made-before`) if this order was carried out before. */
export type IssueKey = (
  order: Once & {
    readonly vendor: string;
    /** Milliseconds, up to ten years; `undefined`: the key does not expire. */
    readonly term?: number | undefined;
    readonly by: By;
  },
) => Promise<FreshKey>;

/** A new key. `text` is the key in plain text; it is returned this once and stored nowhere. */
export interface FreshKey {
  readonly text: string;
  readonly key: IssuedKey;
  readonly vendor: VendorAccount;
}

export const makeIssueKey =
  (ports: KeyPorts): IssueKey =>
  async ({ vendor: idOrName, term, by, once }) => {
    const vendor = await requireVendor(ports.vendors, idOrName);
    const { text, key } = mint(ports, ports.keyKind, term, once);
    return audited(ports, { by, action: 'key.issue', on: key.id }, async () => {
      const changed = await change(ports, vendor.id, (account) => addKey(account, key));
      return { text, key: keyOf(changed, key.id), vendor: changed };
    });
  };

/** Shows an account with all keys ever issued to it. */
export type ListKeys = (query: { readonly vendor: string }) => Promise<VendorAccount>;

export const makeListKeys =
  ({ vendors }: Needs<'vendors'>): ListKeys =>
  ({ vendor }) =>
    requireVendor(vendors, vendor);

/**
 * Replaces a key. `overlap`: milliseconds, up to ten years, for which the old key keeps working, unless it
 * expires sooner.
 */
export type RotateKey = (order: {
  readonly keyId: string;
  readonly overlap: number;
  readonly by: By;
}) => Promise<FreshKey & { readonly old: IssuedKey }>;

export const makeRotateKey =
  (ports: KeyPorts): RotateKey =>
  async ({ keyId, overlap, by }) => {
    const holder = await requireKeyHolder(ports.vendors, keyId);
    const kind = ApiKey.kindOf(keyOf(holder, keyId).hint) ?? ports.keyKind;
    const { text, key } = mint(ports, kind, undefined);
    const overlapEnds = overlapEnd(overlap, key.created);
    return audited(ports, { by, action: 'key.rotate', on: keyId }, async () => {
      const vendor = await change(ports, holder.id, (account) => rotateKey(account, keyId, key, overlapEnds));
      return { text, key: keyOf(vendor, key.id), old: keyOf(vendor, keyId), vendor };
    });
  };

/** Revokes a key for good, everywhere within five seconds. */
export type RevokeKey = (order: {
  readonly keyId: string;
  readonly by: By;
}) => Promise<{ readonly key: IssuedKey; readonly vendor: VendorAccount }>;

export const makeRevokeKey =
  (ports: KeyPorts): RevokeKey =>
  async ({ keyId, by }) => {
    const holder = await requireKeyHolder(ports.vendors, keyId);
    return audited(ports, { by, action: 'key.revoke', on: keyId }, async () => {
      const vendor = await change(ports, holder.id, (account) => revokeKey(account, keyId, ports.clock()));
      return { key: keyOf(vendor, keyId), vendor };
    });
  };

/** Makes a key: its text, and the record to store. `term`: milliseconds; `undefined`: the key does not expire. */
function mint(
  ports: KeyPorts,
  kind: KeyKind,
  term: number | undefined,
  once?: string,
): { readonly text: string; readonly key: IssuedKey } {
  const { value: text, hint } = ApiKey.issue(kind, ports.randomBytes(ApiKey.randomBytes));
  const created = ports.clock();
  const key = {
    id: idOnce('key', once, ports),
    digest: ports.digest(text),
    hint,
    created,
    expires: term === undefined ? undefined : expiryAfter(term, created),
    revoked: undefined,
    replacedBy: undefined,
    lastUsed: undefined,
  };
  return { text, key };
}

async function change(
  { vendors }: KeyPorts,
  vendorId: string,
  how: (account: VendorAccount) => VendorAccount,
): Promise<VendorAccount> {
  const changed = await vendors.changeKeys(vendorId, how);
  if (!changed) throw unknownVendor();
  return changed;
}
