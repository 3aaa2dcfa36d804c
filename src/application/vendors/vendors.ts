import { Refused } from '../../domain/refused.ts';
import { openAccount } from '../../domain/vendor.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { newId } from '../new-id.ts';
import type { AddVendor, ListVendors, NameVendors } from '../ports/inbound/operator.ts';
import type { VendorDirectory } from '../ports/outbound/vendor-directory.ts';

export const makeAddVendor =
  (ports: AuditPorts & { readonly vendors: Pick<VendorDirectory, 'add'> }): AddVendor =>
  async ({ name, by }) => {
    const account = openAccount(newId('ven', ports.randomBytes), name, ports.clock());
    return audited(ports, { by, action: 'vendor.add', on: account.id }, async () => {
      const outcome = await ports.vendors.add(account);
      if (outcome === 'name-taken')
        throw new Refused(
          'vendor-name-taken',
          'A vendor with this name already exists: issue its keys to that one.',
        );
      return account;
    });
  };

export const makeNameVendors =
  (vendors: Pick<VendorDirectory, 'accounts'>): NameVendors =>
  async () =>
    (await vendors.accounts()).map(({ id, name }) => ({ id, name }));

export const makeListVendors =
  (vendors: Pick<VendorDirectory, 'accounts'>): ListVendors =>
  () =>
    vendors.accounts();
