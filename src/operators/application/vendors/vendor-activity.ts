import { DAY_MS } from '../../domain/day.ts';
import type { Needs } from '../operator-ports.ts';
import type { VendorActivity } from '../ports/inbound/vendor-use-cases.ts';

/** Days without a lead after which a vendor that has sent some counts as quiet. */
const QUIET_DAYS = 7;

export const makeVendorActivity =
  ({ vendors, leads, refusals, clock }: Needs<'vendors' | 'leads' | 'refusals' | 'clock'>): VendorActivity =>
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
