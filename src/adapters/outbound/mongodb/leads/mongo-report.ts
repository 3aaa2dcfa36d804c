import type {
  ReportTally,
  Span,
  TalliedLead,
} from '../../../../application/operators/ports/outbound/report-tally.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { tallyIn } from './tally.ts';

/** On the CRM's own collection of deals. */
export class MongoReport implements ReportTally {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  tally(span: Span): Promise<readonly TalliedLead[]> {
    return this.#connection.use((db) => tallyIn(db, span));
  }
}
