import { Fault } from '../../../application/ports/outbound/fault.ts';
import type { ServedRequest } from '../../../application/ports/outbound/journal.ts';

/** The fields that may be logged are listed here one by one; nothing else is logged. */

export const servedFields = (request: ServedRequest) => ({
  requestId: request.requestId,
  traceparent: request.traceparent,
  operation: request.operation,
  status: request.status,
  ms: Math.round(request.duration * 100) / 100,
  vendor: request.vendorId,
  key: request.keyId,
  lead: request.leadId,
  replayed: request.replayed || undefined,
  refusal: request.refusal,
  held: request.held,
  externalId: request.externalId,
  problems: request.problems,
});

export const faultFields = (error: unknown, requestId: string) => ({
  requestId,
  error: kindOf(error),
  at: framesOf(error),
});

/**
 * The error's class and code, without the message, which may quote what a vendor sent. Class and code are left out too
 * if they do not look like labels, because any text can be assigned to them.
 */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return [isLabel(name) ? name : 'Error', ...(error instanceof Fault || isLabel(code) ? [code] : [])].join(
    ' ',
  );
}

/** A single word or a short number, so neither a full name, nor an address, nor a phone number. */
const isLabel = (text: unknown): boolean =>
  typeof text === 'number'
    ? Math.abs(text) < 1e8
    : typeof text === 'string' && /^[A-Z][\w.]{0,63}$/i.test(text);

const frame = /^\s+at .+(?::\d+:\d+|<anonymous>|index \d+)\)?$/gm;

/**
 * The first eight stack frames. The search begins after the message, because a line of the message may look like a frame.
 * If the message was changed after the error was made, the stack does not contain it, and no frame is returned.
 */
function framesOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || !error.stack?.includes(error.message)) return undefined;
  const head = error.message === '' ? 0 : error.stack.lastIndexOf(error.message) + error.message.length;
  const frames = error.stack.slice(head).match(frame) ?? [];
  return frames.slice(0, 8).map((line) => line.trim());
}
