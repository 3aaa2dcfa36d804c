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
      const tally = await this.#days.tallyOf(day, (...ofDay) => this.#read(...ofDay));
      const isIn = ([, , , receivedAt]: TalliedLead) => receivedAt >= from && receivedAt < to;
      found.push({ ...tally, leads: tally.leads.filter(isIn) });
    }
    return found;
  }

  vendors({ since, until }: Span): Promise<readonly VendorCount[]> {
    return this.#file.list(countedByVendor, [since.getTime(), until.getTime()], (row: VendorCount) => row);
  }

  /** Reads leads some at a time, as parsing many at once would hold others up. */
  async #read(since: number, until: number): Promise<Tally> {
    const grown = new GrowingTally();
    let from: Place | undefined = { time: since, id: '' };
    while (from) {
      const some: SomeLeads | undefined = await this.#someFrom(from, until);
      for (const line of some?.leads?.split('\n') ?? []) grown.leads.push(leadFrom(line, grown));
      from = some?.id ? some : undefined;
    }
    return grown.tally();
  }

  async #someFrom({ time, id }: Place, until: number): Promise<SomeLeads | undefined> {
    const span = [time, id, until];
    const [some] = await this.#file.list(someLeads, [...span, ...span], (row: SomeLeads) => row);
    return some;
  }
}

/** The place after which the next leads begin. */
interface Place {
  readonly time: number;
  readonly id: string;
}

interface SomeLeads extends Place {
  /** One line for each lead; `null` if there are none. */
  readonly leads: string | null;
}

/** The most leads read in one go: parsing so few lines holds nobody up. */
const AT_ONCE = 500;

const inSpan = `
  FROM deals INDEXED BY deals_received WHERE (received_at, id) >= (?, ?) AND received_at < ?
  ORDER BY received_at, id`;

/**
 * Selects many leads as one text: a row for each would take three times as long. A line has the times when the lead was
 * received and first answered, which is the first value in `tally`, and then what many leads share, parsed once for all
 * of them. No part has a tab.
 */
const someLeads = `
  SELECT group_concat(line, x'0a') AS leads, following.time, following.id
  FROM (
    SELECT concat_ws(x'09', received_at, substr(tally, 2, instr(tally, ',') - 2), json_array(vendor_id, deal_type),
      json_quote(owner), json_array(status, waits_since, follow_up_at), '[' || substr(tally, instr(tally, ',') + 1)) AS line
    ${inSpan} LIMIT ${AT_ONCE}
  ) LEFT JOIN (SELECT received_at AS time, id ${inSpan} LIMIT 1 OFFSET ${AT_ONCE}) AS following`;

const countedByVendor = `
  SELECT vendor_id AS vendorId, count(*) AS received, sum(status = 'Won') AS won
  FROM deals INDEXED BY deals_received WHERE received_at >= ? AND received_at < ? GROUP BY vendor_id`;

function leadFrom(line: string, { rows, owners, states }: GrowingTally): TalliedLead {
  const [received, answered, row = '', owner = '', stand = '', rest = ''] = line.split('\t');
  return [
    rows.of(row, () => rowFrom(row)),
    owners.of(owner, () => JSON.parse(owner)),
    states.of(stand + rest, () => stateFrom(stand, rest)),
    Number(received),
    answered === 'null' ? null : Number(answered),
  ];
}

function rowFrom(text: string): TalliedRow {
  const [vendorId, dealType] = JSON.parse(text);
  return { vendorId, dealType };
}

function stateFrom(stand: string, rest: string): TalliedState {
  const [status, waitsSince, followUpAt] = JSON.parse(stand);
  const [lostReason, kept, missed] = JSON.parse(rest);
  return { status, lostReason, waitsSince, followUpAt, promises: { kept, missed } };
}
