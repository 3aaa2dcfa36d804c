import type { HttpRequest } from './message.ts';
import { onlyValue } from './sent-headers.ts';

/** Whether this is safe to put in a log line and a header. */
const isRequestId = (id: string): boolean => /^[\w.:-]{1,128}$/.test(id);

/** The caller's own id for this request. */
export function sentRequestId(request: HttpRequest): string | undefined {
  const id = onlyValue(request, 'x-request-id');
  return id && isRequestId(id) ? id : undefined;
}

/** The trace that this request belongs to (W3C Trace Context), if it sent a valid one. */
export function sentTraceparent(request: HttpRequest): string | undefined {
  const traceparent = onlyValue(request, 'traceparent');
  return traceparent &&
    /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(traceparent)
    ? traceparent
    : undefined;
}
