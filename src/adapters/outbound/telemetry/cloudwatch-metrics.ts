import type { Journal, ServedRequest } from '../../../application/ports/outbound/journal.ts';

/** A metric and its value. `by`: the dimensions, each a field of the line. */
interface Measured {
  readonly name: string;
  readonly unit: 'Count' | 'Seconds';
  readonly value: number;
  readonly by: readonly string[];
}

type Dimensions = Readonly<Record<string, string>>;

/**
 * Metrics for a function that nobody can scrape: a line in CloudWatch's embedded metric format for each
 * request. Names are those of `Metrics` for Prometheus; histograms become single values. Contains nothing that
 * was sent.
 */
export class CloudWatchMetrics {
  readonly #namespace: string;
  readonly #write: (line: string) => void;

  constructor(namespace: string, write: (line: string) => void = (line) => void process.stdout.write(line)) {
    this.#namespace = namespace;
    this.#write = write;
  }

  readonly journal: Journal = {
    served: ({ operation, status, duration, refusal: reason }: ServedRequest) => {
      const requests = count('leads_http_requests_total', ['operation', 'status']);
      const time = {
        name: 'leads_http_request_duration_seconds',
        unit: 'Seconds',
        value: duration / 1_000,
      } as const;
      const all = [requests, { ...time, by: ['operation'] }];
      if (reason === undefined) this.#line(all, { operation, status: `${status}` });
      else
        this.#line([...all, count('leads_http_refusals_total', ['reason'])], {
          operation,
          status: `${status}`,
          reason,
        });
    },
    fault: () => this.#line([count('leads_faults_total', [])]),
    warn() {},
  };

  readonly delivered = (outcome: string): void =>
    this.#line([count('leads_hook_deliveries_total', ['outcome'])], { outcome });

  #line(measured: readonly Measured[], dimensions: Dimensions = {}): void {
    const metrics = measured.map(({ name, unit, by }) => ({
      Namespace: this.#namespace,
      Dimensions: [by],
      Metrics: [{ Name: name, Unit: unit }],
    }));
    const values = Object.fromEntries(measured.map(({ name, value }) => [name, value]));
    const _aws = { Timestamp: Date.now(), CloudWatchMetrics: metrics };
    this.#write(`${JSON.stringify({ _aws, ...dimensions, ...values })}\n`);
  }
}

const count = (name: string, by: readonly string[]): Measured => ({ name, unit: 'Count', value: 1, by });
