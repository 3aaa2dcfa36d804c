import type { HttpRequest } from './message.ts';

/** The caller's own name for this request, if it is fit to stand in a log line and a header. */
export function sentRequestId(request: HttpRequest): string | undefined {
  const id = request.header('x-request-id');
  return id && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

/** The trace this request belongs to (W3C Trace Context), if it says so. */
export function sentTraceparent(request: HttpRequest): string | undefined {
  const traceparent = request.header('traceparent');
  return traceparent && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(traceparent)
    ? traceparent
    : undefined;
}
