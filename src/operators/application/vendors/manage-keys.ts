import { idOnce } from '../../../application/new-id.ts';
import { ApiKey, type KeyKind } from '../../../domain/api-key.ts';
import type { IssuedKey } from '../../../domain/issued-key.ts';
import type { VendorAccount } from '../../../domain/vendor.ts';
import { expiryAfter, overlapEnd } from '../../domain/work/key-term.ts';
import { addKey, keyOf, revokeKey, rotateKey } from '../../domain/work/vendor-account.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { requireKeyHolder, requireVendor, unknownVendor } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { IssueKey, ListKeys, RevokeKey, RotateKey } from '../ports/inbound/vendor-use-cases.ts';

type KeyPorts = AuditPorts & Needs<'vendors' | 'digest' | 'keyKind'>;

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

export const makeListKeys =
  ({ vendors }: Needs<'vendors'>): ListKeys =>
  ({ vendor }) =>
    requireVendor(vendors, vendor);

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
