/** `partner-lead-service/lambda`: the service as the handler of an AWS Lambda function. */

import { makeLambdaHandler as makeHandler } from '../adapters/inbound/lambda/lambda-handler.ts';
import { requireMethods } from './require-methods.ts';

export type { LambdaHandlerOptions } from '../adapters/inbound/lambda/lambda-handler.ts';
export type { LambdaResponse } from '../adapters/inbound/lambda/lambda-response.ts';
export { type BaseUrls, createHttpApi, type HttpApi, type HttpOptions, LineJournal } from './http.ts';

/**
 * The service as a Lambda function. Rejects only for what is not an HTTP event, or with AnswerLost (sandbox). Throws
 * TypeError if `api` is none, or the prefix is malformed.
 */
export const makeLambdaHandler: typeof makeHandler = (api, options) => {
  requireMethods('api', api, 'handle');
  return makeHandler(api, options);
};
