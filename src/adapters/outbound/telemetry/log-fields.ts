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
  problems: request.problems,
});

export const faultFields = (error: unknown, requestId: string) => ({
  requestId,
  error: kindOf(error),
  at: framesOf(error),
});

/**
 * The error's class and code, if they look like such: both can be set to any text, and the message, which is left out,
 * may quote what a vendor sent.
 */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return [isLabel(name) ? name : 'Error', ...(error instanceof Fault || isLabel(code) ? [code] : [])].join(
    ' ',
  );
}

/** No name of a customer's, no address, and no phone number. */
const isLabel = (text: unknown): boolean =>
  typeof text === 'number'
    ? Math.abs(text) < 1e8
    : typeof text === 'string' && /^[A-Z][\w.]{0,63}$/i.test(text);

const frame = /^\s+at .+(?::\d+:\d+|<anonymous>|index \d+)\)?$/gm;

/**
 * The stack frames. They are taken from behind the message, any line of which may look like a frame; a message that was
 * changed afterwards is not found there, so only what ends like a frame is taken.
 */
function framesOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || !error.stack?.includes(error.message)) return undefined;
  const head = error.message === '' ? 0 : error.stack.lastIndexOf(error.message) + error.message.length;
  const frames = error.stack.slice(head).match(frame) ?? [];
  return frames.slice(0, 8).map((line) => line.trim());
}
