import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { ReportTally, Span } from '../../../../application/ports/outbound/report-tally.ts';
import { type TalliedLead, talliedFromText } from '../../../../domain/work/tallied-lead.ts';

/** The report's leads of a span, read from an index alone. */
export class SqliteReport implements ReportTally {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  tally({ since, until }: Span): Promise<readonly TalliedLead[]> {
    return this.#file.list(
      `SELECT vendor_id AS vendorId, deal_type AS dealType, status, owner, received_at AS received,
         waits_since AS waits, follow_up_at AS followUp, tally
       FROM deals INDEXED BY deals_received WHERE received_at >= ? AND received_at < ?`,
      [since.getTime(), until.getTime()],
      leadFrom,
    );
  }
}

interface TallyRow extends Pick<TalliedLead, 'vendorId' | 'dealType' | 'status'> {
  readonly owner: string | null;
  readonly received: number;
  readonly waits: number | null;
  readonly followUp: number | null;
  readonly tally: string;
}

const leadFrom = ({ owner, received, waits, followUp, tally, ...kind }: TallyRow): TalliedLead => ({
  ...kind,
  owner: owner ?? undefined,
  receivedAt: new Date(received),
  waitsSince: timeFrom(waits),
  followUpAt: timeFrom(followUp),
  ...talliedFromText(tally),
});

const timeFrom = (time: number | null): Date | undefined => (time === null ? undefined : new Date(time));
