import { DAY_MS } from '../../domain/day.ts';
import { dayAfter, type TimeZone } from '../../domain/time-zone.ts';
import type { VendorActivity } from '../ports/inbound/vendor-accounts.ts';
import type { BackOffice } from '../ports/outbound/back-office.ts';
import type { Refusals } from '../ports/outbound/refusals.ts';
import type { Clock } from '../ports/outbound/runtime.ts';
import type { ManagedVendors } from '../ports/outbound/vendor-directory.ts';

interface ActivityPorts {
  readonly vendors: Pick<ManagedVendors, 'accounts'>;
  readonly backOffice: Pick<BackOffice, 'deals'>;
  /** Absent with a store that counts none. */
  readonly refusals?: Refusals | undefined;
  readonly clock: Clock;
  readonly timeZone: TimeZone;
}

/** The days for which refusals are counted. */
const REFUSAL_DAYS = 7;
/** The days without a lead after which a vendor that has sent some is quiet. */
const QUIET_DAYS = 7;

export const makeVendorActivity =
  ({ vendors, backOffice, refusals, clock, timeZone }: ActivityPorts): VendorActivity =>
  async () => {
    const now = clock().getTime();
    const firstDay = dayAfter(timeZone.dayOf(new Date(now)), 1 - REFUSAL_DAYS);
    const accounts = await vendors.accounts();
    const counts = (await refusals?.since(firstDay)) ?? [];
    const ids = new Set([...accounts.map(({ id }) => id), ...counts.map(({ vendorId }) => vendorId)]);
    return Promise.all(
      [...ids].map(async (vendorId) => {
        const [last] = await backOffice.deals({ vendorId, newest: true, limit: 1 });
        const reasons = new Map<string, number>();
        for (const { reason, count, ...of } of counts)
          if (of.vendorId === vendorId) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
        return {
          vendorId,
          account: accounts.find(({ id }) => id === vendorId),
          lastLead: last?.receivedAt,
          quiet: last !== undefined && now - last.receivedAt.getTime() > QUIET_DAYS * DAY_MS,
          refusals: [...reasons].map(([reason, count]) => ({ reason, count })),
        };
      }),
    );
  };
