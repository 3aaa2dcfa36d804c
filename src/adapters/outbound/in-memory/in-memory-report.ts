import type { ReportTally, Span } from '../../../application/operators/ports/outbound/report-tally.ts';
import { type TalliedLead, talliedLead } from '../../../domain/work/tallied-lead.ts';
import type { InMemoryRecords } from './in-memory-records.ts';

/** The leads of a span, for the report. */
export class InMemoryReport implements ReportTally {
  readonly #records: InMemoryRecords;

  constructor(records: InMemoryRecords) {
    this.#records = records;
  }

  async tally({ since, until }: Span): Promise<readonly TalliedLead[]> {
    return [...this.#records.deals.values()]
      .filter(({ receivedAt }) => receivedAt >= since && receivedAt < until)
      .map(talliedLead);
  }
}
