import type { Journal, ServedRequest } from '../../../application/ports/outbound/journal.ts';
import { faultFields, servedFields } from './log-fields.ts';

const levels = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  silent: Number.POSITIVE_INFINITY,
};

const healthChecks = new Set(['health', 'readiness']);

/**
 * Whether a request is a health check that succeeded: they come every few seconds, and would bury vendors'
 * requests.
 */
const isRoutine = ({ operation, status }: ServedRequest): boolean =>
  healthChecks.has(operation) && status === 200;

/** One line of the log. `level` is one of `levels`. */
interface Line {
  readonly level: number;
  readonly time: Date;
  readonly msg: string;
  readonly [field: string]: unknown;
}

const inJson = (line: Line): string => JSON.stringify(line);

/** Writes a line for people at a terminal: `14:03:09 served: operation submitLead, status 200, ms 3.1, …`. */
export function inWords({ level, time, msg, requestId: _id, ...fields }: Line): string {
  const grade = level >= levels.error ? 'Error: ' : level >= levels.warn ? 'Warning: ' : '';
  const told = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  const more = told.length > 0 ? `: ${told.join(', ')}` : '';
  return `${time.toLocaleTimeString('en-GB')} ${grade}${msg}${more}`;
}

/** A log that writes one line of JSON for each event. */
export class LineJournal implements Journal {
  readonly #threshold: number;
  readonly #write: (line: string) => void;
  readonly #worded: (line: Line) => string;

  constructor(
    level: keyof typeof levels,
    write: (line: string) => void = (line) => process.stdout.write(line),
    worded = inJson,
  ) {
    this.#threshold = levels[level];
    this.#write = write;
    this.#worded = worded;
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
    this.#write(`${this.#worded({ level: levels[level], time: new Date(), ...fields?.(), msg })}\n`);
  }
}
