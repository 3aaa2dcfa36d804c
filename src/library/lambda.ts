/** `partner-lead-service/lambda`: the service as the handler of an AWS Lambda function. */

import {
  type LambdaHandler,
  makeLambdaHandler as makeHandler,
} from '../adapters/inbound/lambda/lambda-handler.ts';
import type { FunctionOptions } from '../bootstrap/start-function.ts';
import { requireMethods } from './require-methods.ts';

export type { LambdaHandler, LambdaHandlerOptions } from '../adapters/inbound/lambda/lambda-handler.ts';
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

/** A `Store` of `…/compose`. Here its type asks for no Inversify, which only `startFunction` needs. */
export interface FunctionStore {
  readonly name: string;
  readonly setting?: string | undefined;
  readonly durable: boolean;
  /** An Inversify `ContainerModule`. */
  readonly module: object;
}

/**
 * Starts the function as it is shipped, on a store of your own, with the settings in `env` (by default the environment
 * of the process). Resolves to its handler. Rejects with InvalidConfig if they cannot be used.
 */
export async function startFunction(options: {
  readonly store: FunctionStore;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}): Promise<LambdaHandler> {
  const { startFunction: start } = await import('../bootstrap/start-function.ts');
  return start(options as FunctionOptions);
}
