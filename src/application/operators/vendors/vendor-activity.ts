import { DAY_MS } from '../../../domain/day.ts';
import type { Clock } from '../../intake/ports/outbound/runtime.ts';
import type { VendorActivity } from '../ports/inbound/vendor-use-cases.ts';
import type { KeptLeads } from '../ports/outbound/kept-leads.ts';
import type { Refusals } from '../ports/outbound/refusals.ts';
import type { ManagedVendors } from '../ports/outbound/vendor-directory.ts';

interface ActivityPorts {
  readonly vendors: Pick<ManagedVendors, 'accounts'>;
  readonly leads: Pick<KeptLeads, 'deals'>;
  /** Absent with a store that keeps none. */
  readonly refusals?: Pick<Refusals, 'latest'> | undefined;
  readonly clock: Clock;
}

/** The days without a lead after which a vendor that has sent some is quiet. */
const QUIET_DAYS = 7;

export const makeVendorActivity =
  ({ vendors, leads, refusals, clock }: ActivityPorts): VendorActivity =>
  async () => {
    const now = clock().getTime();
    const accounts = await vendors.accounts();
    const refused = (await refusals?.latest()) ?? [];
    const ids = new Set([...accounts.map(({ id }) => id), ...refused.map(({ vendorId }) => vendorId)]);
    return Promise.all(
      [...ids].map(async (vendorId) => {
        const [last] = await leads.deals({ vendorId, newest: true, limit: 1 });
        return {
          vendorId,
          account: accounts.find(({ id }) => id === vendorId),
          lastLead: last?.receivedAt,
          quiet: last !== undefined && now - last.receivedAt.getTime() > QUIET_DAYS * DAY_MS,
          lastRefused: refused.find((request) => request.vendorId === vendorId),
        };
      }),
    );
  };
