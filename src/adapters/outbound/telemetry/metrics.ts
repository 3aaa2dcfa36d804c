import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Journal, ServedRequest } from '../../../application/ports/outbound/journal.ts';
import type { StoreCalled } from './timed-store.ts';

/** Resolves to the time since when something waits; to `undefined` if nothing does. */
type Since = () => Promise<Date | undefined>;

const outcomes = ['delivered', 'failed', 'given-up'] as const;

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics for Prometheus. Labels come from lists in the code: nothing that was sent becomes one, neither a
 * path nor a method nor a vendor.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'leads_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'leads_http_request_duration_seconds',
    help: 'Time from the headers of a request to its response, by operation.',
    labelNames: ['operation'],
    buckets: seconds,
    registers: [this.registry],
  });
  readonly #refusals = new Counter({
    name: 'leads_http_refusals_total',
    help: 'Requests refused, by reason.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly #faults = new Counter({
    name: 'leads_faults_total',
    help: 'Unexpected errors; each has a line in the log.',
    registers: [this.registry],
  });
  readonly #storeCalls = new Histogram({
    name: 'leads_store_call_duration_seconds',
    help: 'Duration of a call to the CRM (with the wait for its batch), or of looking up a key, by call and outcome.',
    labelNames: ['call', 'outcome'],
    buckets: seconds,
    registers: [this.registry],
  });
  readonly #batches = new Histogram({
    name: 'leads_store_batch_size',
    help: 'Calls that shared a round trip to the database, by kind of round trip.',
    labelNames: ['batch'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [this.registry],
  });

  readonly #deliveries = new Counter({
    name: 'leads_hook_deliveries_total',
    help: 'Tries to deliver an event to a webhook, by outcome.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly #skew = new Gauge({
    name: 'leads_clock_skew_seconds',
    help: 'By how much the clock of this machine is ahead of the database’s, at least; below 0 if it is behind. Measured at the start and every hour.',
    registers: [this.registry],
  });

  /** `version`: the version of the service. */
  constructor(version: string) {
    new Gauge({
      name: 'leads_build_info',
      help: 'Always 1; the version of the service is its label.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version }, 1);
    collectDefaultMetrics({ register: this.registry });
    // Prometheus sees an increase only from 0: it misses the first count of a series that begins with 1.
    for (const outcome of outcomes) this.#deliveries.inc({ outcome }, 0);
  }

  /** Counts everything that the log records one by one. */
  readonly journal: Journal = {
    served: ({ operation, status, duration, refusal }: ServedRequest) => {
      this.#requests.inc({ operation, status });
      this.#durations.observe({ operation }, duration / 1000);
      if (refusal) this.#refusals.inc({ reason: refusal });
    },
    fault: () => this.#faults.inc(),
    warn() {},
  };

  readonly batched = (batch: string, size: number): void => this.#batches.observe({ batch }, size);

  /** Adds a metric that asks at each scrape since when the longest due event has waited. */
  readonly watchDeliveries = (oldestDue: Since): void =>
    this.#watchSeconds(
      'leads_hook_oldest_due_seconds',
      'How long the longest due event has waited for its delivery; 0 if none waits.',
      oldestDue,
    );

  /** Adds a metric that asks at each scrape since when bytes of an erased customer are still in the file. */
  readonly watchRemains = (owedSince: Since): void =>
    this.#watchSeconds(
      'leads_erasure_owed_seconds',
      'How long ago the first customer was erased of whom the file of leads still has bytes; 0 if it has none.',
      owedSince,
    );

  /** Adds a metric that asks at each scrape when the last good backup was begun. */
  readonly watchBackup = (last: Since): void =>
    this.#watchSeconds(
      'leads_backup_age_seconds',
      'How long ago the last good backup of the file of leads was begun; NaN if leads backup has made none.',
      last,
      Number.NaN,
    );

  /** Adds a metric that asks at each scrape how many bytes the disk of the file of leads has left. */
  readonly watchRoom = (free: () => Promise<number>): void =>
    void new Gauge({
      name: 'leads_disk_free_bytes',
      help: 'Bytes that the disk of the file of leads has left; NaN while the file cannot be used.',
      registers: [this.registry],
      async collect() {
        this.set(await free().catch(() => Number.NaN));
      },
    });

  #watchSeconds(name: string, help: string, askSince: Since, none = 0): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const since = await askSince().catch(() => undefined);
        this.set(since ? (Date.now() - since.getTime()) / 1_000 : none);
      },
    });
  }

  /** Sets the difference between the clocks. `skew`: milliseconds. */
  readonly skewMeasured = (skew: number): void => this.#skew.set(skew / 1_000);

  readonly delivered = (outcome: (typeof outcomes)[number]): void => this.#deliveries.inc({ outcome });

  readonly storeCalled: StoreCalled = (call, outcome, duration) =>
    this.#storeCalls.observe({ call, outcome }, duration / 1000);
}
