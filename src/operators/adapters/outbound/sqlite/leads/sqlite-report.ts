import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { ReportTally, Span, VendorCount } from '../../../../application/ports/outbound/report-tally.ts';
import { DAY_MS } from '../../../../domain/day.ts';
import {
  GrowingTally,
  type TalliedLead,
  type TalliedRow,
  type TalliedState,
  type Tally,
} from '../../../../domain/work/tally.ts';
import { TalliedDays } from './tallied-days.ts';

/** The report's leads of a span, from the tallies that are kept of days, or read from an index alone. */
export class SqliteReport implements ReportTally {
  readonly #file: DataFile;
  readonly #days: TalliedDays;

  constructor(file: DataFile) {
    this.#file = file;
    this.#days = new TalliedDays(file);
  }

  async tally({ since, until }: Span): Promise<readonly Tally[]> {
    const [from, to] = [since.getTime(), until.getTime()];
    const found: Tally[] = [];
    for (let day = Math.floor(from / DAY_MS); day * DAY_MS < to; day += 1) {
      const { leads } = await this.#days.tallyOf(day, (...ofDay) => this.#read(...ofDay));
      found.push({ leads: leads.filter(({ receivedAt }) => receivedAt >= from && receivedAt < to) });
    }
    return found;
  }

  vendors({ since, until }: Span): Promise<readonly VendorCount[]> {
    return this.#file.list(countedByVendor, [since.getTime(), until.getTime()], (row: VendorCount) => row);
  }

  async #read(since: number, until: number): Promise<Tally> {
    const grown = new GrowingTally();
    await this.#file.list(leadsReceived, [since, until], (row: TalliedColumns) => grown.add(leadFrom(row)));
    return grown;
  }
}

const leadsReceived = `
  SELECT received_at AS receivedAt, vendor_id AS vendorId, deal_type AS dealType, owner, status,
    waits_since AS waitsSince, follow_up_at AS followUpAt,
    tally ->> 0 AS answeredAt, tally ->> 1 AS lostReason, tally ->> 2 AS kept, tally ->> 3 AS missed
  FROM deals INDEXED BY deals_received WHERE received_at >= ? AND received_at < ? ORDER BY received_at, id`;

const countedByVendor = `
  SELECT vendor_id AS vendorId, count(*) AS received, sum(status = 'Won') AS won
  FROM deals INDEXED BY deals_received WHERE received_at >= ? AND received_at < ? GROUP BY vendor_id`;

type TalliedColumns = Omit<TalliedLead, 'row' | 'state'> &
  TalliedRow &
  Omit<TalliedState, 'promises'> &
  TalliedState['promises'];

const leadFrom = (columns: TalliedColumns): TalliedLead => {
  const { vendorId, dealType, owner, receivedAt, answeredAt, kept, missed, ...state } = columns;
  return {
    row: { vendorId, dealType },
    owner,
    state: { ...state, promises: { kept, missed } },
    receivedAt,
    answeredAt,
  };
};
