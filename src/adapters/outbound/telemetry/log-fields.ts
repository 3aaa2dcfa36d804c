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

/** Where it was thrown: what stands behind the message, of which any line may look like a frame. */
function framesOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || !error.stack?.includes(error.message)) return undefined;
  const head = error.message === '' ? 0 : error.stack.lastIndexOf(error.message) + error.message.length;
  const frames = error.stack.slice(head).match(/^\s+at .+$/gm) ?? [];
  return frames.slice(0, 8).map((line) => line.trim());
}
