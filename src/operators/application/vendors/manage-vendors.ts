import { idOnce } from '../../../application/new-id.ts';
import type { Vendor, VendorAccount } from '../../../domain/vendor.ts';
import { Refused } from '../../domain/refused.ts';
import { openAccount } from '../../domain/work/vendor-account.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { otherOrder } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';
import type { By, Once } from '../ports/order.ts';

/** Opens an account. Throws Refused if the name is taken or not allowed. */
export type AddVendor = (order: Once & { readonly name: string; readonly by: By }) => Promise<VendorAccount>;

export const makeAddVendor =
  (ports: AuditPorts & Needs<'vendors' | 'digest'>): AddVendor =>
  async ({ name, by, once }) => {
    const account = openAccount(idOnce('ven', once, ports), name, ports.clock());
    const madeBefore = async () => (once === undefined ? undefined : ports.vendors.account(account.id));
    const before = await madeBefore();
    if (before && before.name !== account.name) throw otherOrder();
    if (before) return before;
    return audited(ports, { by, action: 'vendor.add', on: account.id }, async () => {
      const outcome = await ports.vendors.add(account);
      if (outcome === 'added') return account;
      const meanwhile = await madeBefore();
      if (meanwhile) return meanwhile;
      throw new Refused(
        'vendor-name-taken',
        'A vendor with this name already exists: issue its keys to that one.',
      );
    });
  };

/** Lists the vendors that have accounts, sorted by name. */
export type NameVendors = () => Promise<readonly Vendor[]>;

export const makeNameVendors =
  ({ vendors }: Needs<'vendors'>): NameVendors =>
  async () =>
    (await vendors.accounts()).map(({ id, name }) => ({ id, name }));

/** Lists all accounts with their keys, sorted by name. */
export type ListVendors = () => Promise<readonly VendorAccount[]>;

export const makeListVendors =
  ({ vendors }: Needs<'vendors'>): ListVendors =>
  () =>
    vendors.accounts();
