import type { HttpApi } from '../http/http-api.ts';
import type { HttpResponse } from '../http/message.ts';
import { asHttpEvent } from './http-event.ts';
import { lambdaRequest, pathPrefixShape } from './lambda-request.ts';
import { type LambdaResponse, lambdaResponse } from './lambda-response.ts';

/** Options of the Lambda function. */
export interface LambdaHandlerOptions {
  /** The path before the service's own paths, without a slash at the end: `/prod`. */
  readonly pathPrefix?: string | undefined;
}

/** The function that Lambda calls with an event. Resolves to the response. */
export type LambdaHandler = (event: unknown, context?: unknown) => Promise<LambdaResponse>;

/**
 * Makes the service a Lambda function. It rejects only if the event is no HTTP event, or with AnswerLost
 * (sandbox).
 */
export function makeLambdaHandler(
  api: HttpApi,
  { pathPrefix = '' }: LambdaHandlerOptions = {},
): LambdaHandler {
  if (pathPrefix !== '' && !pathPrefixShape.test(pathPrefix))
    throw new TypeError('pathPrefix has to look like /prod, without a slash at the end');
  let answeredAt = 0;
  // At most two parameters: Lambda's Node 24 takes a third one to be a callback, and refuses the handler.
  return async (event: unknown, _context?: unknown): Promise<LambdaResponse> => {
    if (Date.now() - answeredAt > PAUSE_MS) await turn();
    const httpEvent = asHttpEvent(event);
    const request = lambdaRequest(httpEvent, pathPrefix);
    const response = await api.handle(request);
    answeredAt = Date.now();
    return lambdaResponse(request.method === 'HEAD' ? headOf(response) : response, httpEvent);
  };
}

/** A response without its body, of which it says the length: an emulator would say 0. */
const headOf = ({ status, headers, body }: HttpResponse): HttpResponse => ({
  status,
  headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  body: '',
});

/** After this many milliseconds without an event, Lambda may have frozen the function. */
const PAUSE_MS = 50;

/**
 * Waits one turn of the event loop. A connection may have been closed while the function was frozen. In this
 * turn the driver hears of that, before it writes a command to the connection: such a command may never end.
 */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
