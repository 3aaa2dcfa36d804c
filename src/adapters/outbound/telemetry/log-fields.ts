import { Fault } from '../../../application/ports/outbound/fault.ts';
import type { ServedRequest } from '../../../application/ports/outbound/journal.ts';

/** Lists every field that may be logged. Nothing else is. */

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
 * An error's class and code. The message is left out, as it may quote what a vendor sent; so are classes and
 * codes that do not look like labels, because any text can be assigned to them.
 */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return [isLabel(name) ? name : 'Error', ...(error instanceof Fault || isLabel(code) ? [code] : [])].join(
    ' ',
  );
}

/** Whether a text is a single word or a short number: neither a full name nor an address nor a phone number. */
const isLabel = (text: unknown): boolean =>
  typeof text === 'number'
    ? Math.abs(text) < 1e8
    : typeof text === 'string' && /^[A-Z][\w.]{0,63}$/i.test(text);

const frame = /^\s+at .+(?::\d+:\d+|<anonymous>|index \d+)\)?$/gm;

/**
 * The first eight frames of an error's stack. The search begins after the message, one of whose lines may look
 * like a frame. If the message was changed later, the stack lacks it, and no frame is returned.
 */
function framesOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || !error.stack?.includes(error.message)) return undefined;
  const head = error.message === '' ? 0 : error.stack.lastIndexOf(error.message) + error.message.length;
  const frames = error.stack.slice(head).match(frame) ?? [];
  return frames.slice(0, 8).map((line) => line.trim());
}
