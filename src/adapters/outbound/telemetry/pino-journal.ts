import { type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';
import type { Journal } from '../../../application/ports/outbound/journal.ts';
import { faultFields, servedFields } from './log-fields.ts';

/** Bytes that wait while the reader of the log stands still or its disk is full; further lines are dropped. */
const WAITING = 8 * 1024 * 1024;

/** Writes one JSON line per event to standard output. A log that cannot be written harms no request. */
export class PinoJournal implements Journal {
  readonly #log: Logger;

  /** `fd`: where to write, instead of standard output. */
  constructor(level: string, fd = 1) {
    // Not pino's own destination: that one throws where the disk is full, and then keeps the process from ending.
    const out = new sonicBoom.SonicBoom({ fd, sync: false, maxLength: WAITING });
    out.on('error', () => {});
    this.#log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, out);
  }

  served: Journal['served'] = (request) => this.#log.info(servedFields(request), 'served');

  fault: Journal['fault'] = (error, requestId) => this.#log.error(faultFields(error, requestId), 'fault');

  warn: Journal['warn'] = (message) => this.#log.warn(message);
}
