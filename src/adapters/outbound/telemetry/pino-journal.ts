import { type Logger, pino } from 'pino';
import type { Journal } from '../../../application/ports/outbound/journal.ts';
import { faultFields, servedFields } from './log-fields.ts';

/** Writes one JSON line per event to standard output. */
export class PinoJournal implements Journal {
  readonly #log: Logger;

  constructor(level: string) {
    this.#log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  }

  served: Journal['served'] = (request) => this.#log.info(servedFields(request), 'served');

  fault: Journal['fault'] = (error, requestId) => this.#log.error(faultFields(error, requestId), 'fault');

  warn: Journal['warn'] = (message) => this.#log.warn(message);
}
