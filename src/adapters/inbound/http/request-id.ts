import type { HttpRequest } from './message.ts';
import { onlyValue } from './sent-headers.ts';

/** Whether an id is safe in a log line and a header. */
const isRequestId = (id: string): boolean => /^[\w.:-]{1,128}$/.test(id);

/** The id that the caller gave this request, if it is a safe one. */
export function sentRequestId(request: HttpRequest): string | undefined {
  const id = onlyValue(request, 'x-request-id');
  return id && isRequestId(id) ? id : undefined;
}

/** The trace to which the request belongs (W3C Trace Context), if a valid one was sent. */
export function sentTraceparent(request: HttpRequest): string | undefined {
  const traceparent = onlyValue(request, 'traceparent');
  return traceparent &&
    /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(traceparent)
    ? traceparent
    : undefined;
}
