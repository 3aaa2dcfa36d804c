import { newId } from '../../../application/new-id.ts';
import { Lead } from '../../../domain/lead.ts';
import type { VendorAccount } from '../../../domain/vendor.ts';
import { openAccount } from '../../domain/work/vendor-account.ts';
import { audited } from '../audited.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import { requireVendor } from '../not-found.ts';
import { notKept } from '../not-kept.ts';
import type { Needs, SourceParts } from '../operator-ports.ts';
import type { AddLead } from '../ports/inbound/add-lead.ts';
import type { By } from '../ports/inbound/people-use-cases.ts';
import { makeAssignLead } from './assign-lead.ts';
import type { ChangeLeadPorts } from './change-leads.ts';

/** The name of the house's vendor, which has the leads that people type in. */
export const HOUSE = 'Phone and walk-in';

type AddLeadPorts = ChangeLeadPorts & Needs<'vendors' | 'digest' | 'sourceParts'>;

export const makeAddLead =
  (ports: AddLeadPorts): AddLead =>
  async ({ fields, by, once }) => {
    const { submitLead } = ports.sourceParts ?? notKept<SourceParts>('managedSources');
    const lead = Lead.parse({ ...fields, vendorName: HOUSE });
    const owner = (await knownPeople(ports)).ownerActing(authorOf(by));
    const { id: vendorId } = await houseVendor(ports, by);
    const idempotencyKey = once && ports.digest(once);
    const { leadId, replayed } = await audited(ports, { by, action: 'lead.add', on: vendorId }, () =>
      submitLead({ lead, vendorId, idempotencyKey }),
    );
    if (replayed || owner === undefined) return { leadId };
    const { at } = await makeAssignLead(ports)({ leadId, to: owner, by });
    return { leadId, assigned: { owner, at } };
  };

/** The house's vendor. Opens its account, without a key, when the first lead is typed in. */
async function houseVendor(ports: AddLeadPorts, by: By): Promise<VendorAccount> {
  const { vendors, clock, randomBytes } = ports;
  const known = await vendors.account(HOUSE);
  if (known) return known;
  const account = openAccount(newId('ven', randomBytes), HOUSE, clock());
  return audited(ports, { by, action: 'vendor.add', on: account.id }, async () =>
    (await vendors.add(account)) === 'added' ? account : requireVendor(vendors, HOUSE),
  );
}
