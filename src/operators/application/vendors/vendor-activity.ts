import type { VendorAccount } from '../../../domain/vendor.ts';
import { DAY_MS } from '../../domain/day.ts';
import type { Needs } from '../operator-ports.ts';
import type { RefusedRequest } from '../ports/outbound/refusals.ts';

/** Days without a lead after which a vendor that has sent some counts as quiet. */
const QUIET_DAYS = 7;

/** Lists every account, and every other vendor whose requests were lately refused. */
export type VendorActivity = () => Promise<readonly ActiveVendor[]>;

/** A vendor, and what it has lately sent. */
export interface ActiveVendor {
  readonly vendorId: string;
  /** `undefined` for a vendor from the configuration. */
  readonly account: VendorAccount | undefined;
  readonly lastLead: Date | undefined;
  /** Whether the vendor has sent leads, but none for a week. */
  readonly quiet: boolean;
  /** The vendor's last refused request of the last month. */
  readonly lastRefused: RefusedRequest | undefined;
}

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
