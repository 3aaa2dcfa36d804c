import type {
  ReportTally,
  Span,
  TalliedLead,
} from '../../../application/operators/ports/outbound/report-tally.ts';
import { isUnanswered } from '../../../domain/work/answer.ts';
import { summaryOf } from '../../../domain/work/deal-summary.ts';
import { promisesOf } from '../../../domain/work/promises.ts';
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
      .map((deal) => ({
        ...summaryOf(deal),
        waits: isUnanswered(deal),
        promises: promisesOf(deal),
        followUpAt: deal.followUp?.at,
      }));
  }
}
