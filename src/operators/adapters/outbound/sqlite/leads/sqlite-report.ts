import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { ReportTally, Span, VendorCount } from '../../../../application/ports/outbound/report-tally.ts';
import {
  SharedKinds,
  type TalliedKind,
  type TalliedLead,
  talliedFrom,
} from '../../../../domain/work/tallied-lead.ts';

/** The report's leads of a span, read from an index alone. */
export class SqliteReport implements ReportTally {
  readonly #file: DataFile;
  readonly #kinds = new SharedKinds();

  constructor(file: DataFile) {
    this.#file = file;
  }

  async tally({ since, until }: Span): Promise<readonly TalliedLead[]> {
    const found: TalliedLead[] = [];
    let from: Place | undefined = { time: since.getTime(), id: '' };
    while (from) {
      const some: SomeLeads | undefined = await this.#someFrom(from, until);
      for (const line of some?.leads?.split('\n') ?? []) found.push(leadFrom(line, this.#kinds));
      from = some?.id ? some : undefined;
    }
    return found;
  }

  vendors({ since, until }: Span): Promise<readonly VendorCount[]> {
    return this.#file.list(countedByVendor, [since.getTime(), until.getTime()], (row: VendorCount) => row);
  }

  async #someFrom({ time, id }: Place, until: Date): Promise<SomeLeads | undefined> {
    const [some] = await this.#file.list(someLeads, [time, id, until.getTime()], (row: SomeLeads) => row);
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
  FROM deals INDEXED BY deals_received WHERE (received_at, id) >= (?1, ?2) AND received_at < ?3
  ORDER BY received_at, id`;

/**
 * Selects many leads as one text: a row for each would take three times as long. A line has when the lead was
 * received and answered, and then values that many leads share, which are parsed once for all of them. The answer in
 * `tally` is the first.
 */
const someLeads = `
  SELECT group_concat(line, x'0a') AS leads, following.time, following.id
  FROM (
    SELECT received_at || ' ' || substr(tally, 2, instr(tally, ',') - 2) || ' [' ||
      json_array(vendor_id, deal_type, status, owner, waits_since, follow_up_at) ||
      ',[null' || substr(tally, instr(tally, ',')) || ']' AS line
    ${inSpan} LIMIT ${AT_ONCE}
  ) LEFT JOIN (SELECT received_at AS time, id ${inSpan} LIMIT 1 OFFSET ${AT_ONCE}) AS following`;

const countedByVendor = `
  SELECT vendor_id AS vendorId, count(*) AS received, sum(status = 'Won') AS won
  FROM deals INDEXED BY deals_received WHERE received_at >= ? AND received_at < ? GROUP BY vendor_id`;

function leadFrom(line: string, kinds: SharedKinds): TalliedLead {
  const second = line.indexOf(' ');
  const third = line.indexOf(' ', second + 1);
  const answered = line.slice(second + 1, third);
  return {
    kind: kinds.of(line.slice(third + 1), kindFrom),
    receivedAt: new Date(Number(line.slice(0, second))),
    answeredAt: answered === 'null' ? undefined : new Date(Number(answered)),
  };
}

function kindFrom(text: string): TalliedKind {
  const [[vendorId, dealType, status, owner, waits, followUp], rest] = JSON.parse(text);
  const { lostReason, promises } = talliedFrom(rest);
  return {
    ...{ vendorId, dealType, status, owner: owner ?? undefined, lostReason, promises },
    ...{ waitsSince: timeFrom(waits), followUpAt: timeFrom(followUp) },
  };
}

const timeFrom = (time: number | null): Date | undefined => (time === null ? undefined : new Date(time));
