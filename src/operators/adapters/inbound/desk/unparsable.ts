import { type HttpErrorReason, wordings } from '../../../../adapters/inbound/http/http-error.ts';
import type { HttpResponse } from '../../../../adapters/inbound/http/message.ts';

/** The answer to a message that cannot be read as a request. */
export function refuse(reason: HttpErrorReason): HttpResponse {
  const { status, message } = wordings[reason];
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${message}.\n` };
}
