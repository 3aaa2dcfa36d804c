import type {
  ReportTally,
  Span,
  TalliedLead,
} from '../../../../application/operators/ports/outbound/report-tally.ts';
import type { DealType } from '../../../../domain/intake/deal-type.ts';
import type { LeadStatus } from '../../../../domain/intake/lead-status.ts';
import type { DataFile } from '../connection/data-file.ts';

/** The leads of a span, for the report: out of an index, without reading any. */
export class SqliteReport implements ReportTally {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  tally({ since, until }: Span): Promise<readonly TalliedLead[]> {
    return this.#file.list(
      `SELECT vendor_id, deal_type, status, owner, lost_reason, received_at, answered_at, reopened_at, answered_again,
         waits_since IS NOT NULL AS waits, follow_up_at, promises_kept, promises_missed
       FROM deals INDEXED BY deals_received WHERE received_at >= ? AND received_at < ?`,
      [since.getTime(), until.getTime()],
      leadFrom,
    );
  }
}

interface TallyRow {
  readonly vendor_id: string;
  readonly deal_type: DealType;
  readonly status: LeadStatus;
  readonly owner: string | null;
  readonly lost_reason: string | null;
  readonly received_at: number;
  readonly answered_at: number | null;
  readonly reopened_at: number | null;
  readonly answered_again: number | null;
  readonly waits: 0 | 1;
  readonly follow_up_at: number | null;
  readonly promises_kept: number;
  readonly promises_missed: number;
}

const leadFrom = (row: TallyRow): TalliedLead => ({
  vendorId: row.vendor_id,
  dealType: row.deal_type,
  status: row.status,
  owner: row.owner ?? undefined,
  lostReason: row.lost_reason ?? undefined,
  receivedAt: new Date(row.received_at),
  answeredAt: timeFrom(row.answered_at),
  reopened:
    row.reopened_at === null
      ? undefined
      : { at: new Date(row.reopened_at), answeredAt: timeFrom(row.answered_again) },
  waits: row.waits === 1,
  promises: { kept: row.promises_kept, missed: row.promises_missed },
  followUpAt: timeFrom(row.follow_up_at),
});

const timeFrom = (time: number | null): Date | undefined => (time === null ? undefined : new Date(time));
