import type { ServedRequest } from '../../../application/ports/outbound.ts';

/** What gets into the log is listed here, field by field; nothing else gets out. */

export const servedFields = (request: ServedRequest) => ({
  requestId: request.requestId,
  traceparent: request.traceparent,
  operation: request.operation,
  status: request.status,
  ms: Math.round(request.duration * 100) / 100,
  vendor: request.vendorId,
  refusal: request.refusal,
});

export const faultFields = (error: unknown, requestId: string) => ({
  requestId,
  error: kindOf(error),
  at: framesOf(error),
});

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
