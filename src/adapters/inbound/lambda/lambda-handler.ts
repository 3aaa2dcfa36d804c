import type { HttpApi } from '../http/http-api.ts';
import { findRoute } from '../http/routes.ts';
import { asHttpEvent } from './http-event.ts';
import { lambdaRequest } from './lambda-request.ts';
import { type LambdaResponse, lambdaResponse } from './lambda-response.ts';

export interface LambdaHandlerOptions {
  /** What stands before the service's own paths, without a slash at its end: `/prod`. */
  readonly pathPrefix?: string | undefined;
}

/** The service as a Lambda function. Rejects only where the event is no HTTP event at all. */
export function makeLambdaHandler(api: HttpApi, { pathPrefix }: LambdaHandlerOptions = {}) {
  // Two parameters at most: Lambda's Node 24 takes a third for a callback, and refuses it.
  return async (event: unknown, _context?: unknown): Promise<LambdaResponse> => {
    const httpEvent = asHttpEvent(event);
    const request = lambdaRequest(httpEvent, pathPrefix);
    return lambdaResponse(await api.handle(request, findRoute(api.routes, request.path)), httpEvent);
  };
}
