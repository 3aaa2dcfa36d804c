import type { ReportTally, Span, VendorCount } from '#operators/application/ports/outbound/report-tally.ts';
import { DAY_MS } from '#operators/domain/day.ts';
import {
  GrowingTally,
  type TalliedLead,
  type TalliedRow,
  type TalliedState,
  type Tally,
} from '#operators/domain/work/tally.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
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

  /** Reads leads some at a time, as parsing many at once would hold others up. */
  async #read(since: number, until: number): Promise<Tally> {
    const grown = new GrowingTally();
    let [time, id] = [since, ''];
    for (let isLast = false; !isLast; ) {
      const [some = []] = await this.#file.list(someLeads, [time, id, until], leadsIn);
      for (const lead of some) {
        grown.add(talliedLead(lead));
        [time, id] = [lead.receivedAt, lead.id];
      }
      isLast = some.length < AT_ONCE;
    }
    return grown;
  }
}

/** The most leads read in one go: parsing so few holds nobody up. */
const AT_ONCE = 500;

/** What the index has of a lead. */
interface ReadLead extends TalliedRow, Omit<TalliedState, 'lostReason' | 'promises'> {
  readonly id: string;
  readonly receivedAt: number;
  readonly owner: string | null;
  /** As `onlyTallied` writes it. */
  readonly only: readonly [
    answeredAt: number | null,
    lostReason: string | null,
    kept: number,
    missed: number,
  ];
}

const columns: Readonly<Record<keyof ReadLead, string>> = {
  id: 'id',
  receivedAt: 'received_at',
  vendorId: 'vendor_id',
  dealType: 'deal_type',
  owner: 'owner',
  status: 'status',
  waitsSince: 'waits_since',
  followUpAt: 'follow_up_at',
  only: 'json(tally)',
};
const names = Object.keys(columns) as readonly (keyof ReadLead)[];

/** Selects a list of each column of many leads: a row for each lead would take twice as long. */
const someLeads = `
  SELECT ${names.map((name) => `json_group_array(${columns[name]}) AS ${name}`)}
  FROM (
    SELECT id, received_at, vendor_id, deal_type, owner, status, waits_since, follow_up_at, tally
    FROM deals INDEXED BY deals_received WHERE (received_at, id) > (?, ?) AND received_at < ?
    ORDER BY received_at, id LIMIT ${AT_ONCE}
  )`;

function leadsIn(lists: Readonly<Record<keyof ReadLead, string>>): readonly ReadLead[] {
  const leads: Record<string, unknown>[] = JSON.parse(lists.id).map(() => ({}));
  for (const name of names) {
    const list: unknown[] = JSON.parse(lists[name]);
    for (const [at, lead] of leads.entries()) lead[name] = list[at];
  }
  return leads as unknown as readonly ReadLead[];
}

function talliedLead(lead: ReadLead): TalliedLead {
  const { vendorId, dealType, owner, status, waitsSince, followUpAt, receivedAt, only } = lead;
  const [answeredAt, lostReason, kept, missed] = only;
  const state = { status, lostReason, waitsSince, followUpAt, promises: { kept, missed } };
  return { row: { vendorId, dealType }, owner, state, receivedAt, answeredAt };
}

const countedByVendor = `
  SELECT vendor_id AS vendorId, count(*) AS received, sum(status = 'Won') AS won
  FROM deals INDEXED BY deals_received WHERE received_at >= ? AND received_at < ? GROUP BY vendor_id`;
