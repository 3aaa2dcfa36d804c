import type { Journal, ServedRequest } from '../../../application/intake/ports/outbound/journal.ts';
import { faultFields, servedFields } from './log-fields.ts';

const levels = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  silent: Number.POSITIVE_INFINITY,
};

const healthChecks = new Set(['health', 'readiness']);

/** Successful health checks come every few seconds; in the log they would bury the requests of vendors. */
const isRoutine = ({ operation, status }: ServedRequest): boolean =>
  healthChecks.has(operation) && status === 200;

/** Writes one JSON line per event. */
export class LineJournal implements Journal {
  readonly #threshold: number;
  readonly #write: (line: string) => void;

  constructor(
    level: keyof typeof levels,
    write: (line: string) => void = (line) => process.stdout.write(line),
  ) {
    this.#threshold = levels[level];
    this.#write = write;
  }

  served: Journal['served'] = (request) =>
    this.#line(isRoutine(request) ? 'debug' : 'info', 'served', () => servedFields(request));

  fault: Journal['fault'] = (error, id) => this.#line('error', 'fault', () => faultFields(error, id));

  warn: Journal['warn'] = (message) => this.#line('warn', message);

  /** Logs an expected event, such as the end of the process. */
  note(message: string, fields?: object): void {
    this.#line('info', message, fields && (() => fields));
  }

  #line(level: keyof typeof levels, msg: string, fields?: () => object): void {
    if (levels[level] < this.#threshold) return;
    const time = new Date().toISOString();
    this.#write(`${JSON.stringify({ level: levels[level], time, ...fields?.(), msg })}\n`);
  }
}
