import type { IncomingMessage } from 'node:http';
import type { HttpErrorReason } from '../http/http-error.ts';

const EVENT = Symbol('cut short');
const requests = new WeakSet<IncomingMessage>();

/** Tells a request that the rest of its body will not arrive. Returns false if nothing listens. */
export function cutShort(request: IncomingMessage, reason: HttpErrorReason): boolean {
  requests.add(request);
  return request.emit(EVENT, reason);
}

export const isCutShort = (request: IncomingMessage): boolean => requests.has(request);

export const onCutShort = (request: IncomingMessage, listener: (reason: HttpErrorReason) => void): void =>
  void request.on(EVENT, listener);
