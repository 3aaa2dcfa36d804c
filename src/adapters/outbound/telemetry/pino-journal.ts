import { type Logger, pino } from 'pino';
import type { Journal } from '../../../application/ports/outbound.ts';

/** One JSON line each, on standard output. What is written is listed here, field by field; nothing else gets out. */
export class PinoJournal implements Journal {
  readonly #log: Logger;

  constructor(level: string) {
    this.#log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  }

  served: Journal['served'] = ({
    requestId,
    traceparent,
    operation,
    status,
    duration,
    vendorId,
    refusal,
  }) => {
    const ms = Math.round(duration * 100) / 100;
    this.#log.info({ requestId, traceparent, operation, status, ms, vendor: vendorId, refusal }, 'served');
  };

  fault: Journal['fault'] = (error, requestId) => {
    this.#log.error({ requestId, error: kindOf(error), at: framesOf(error) }, 'fault');
  };

  warn: Journal['warn'] = (message) => this.#log.warn(message);
}

/** The error's class and code; its message may quote what a vendor sent. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
}

/** Where it was thrown: the stack without its head, which repeats the message. */
function framesOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || !error.stack) return undefined;
  const frames = error.stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 8).map((line) => line.trim());
}
