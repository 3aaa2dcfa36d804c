/** `partner-lead-service/lambda`: the service as the handler of an AWS Lambda function. */

import {
  type LambdaHandler,
  makeLambdaHandler as makeHandler,
} from '../adapters/inbound/lambda/lambda-handler.ts';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { FunctionOptions } from '../bootstrap/options.ts';
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

/** What the shipped function takes. */
export interface StartFunctionOptions {
  readonly store: FunctionStore;
  /** The settings. By default the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Is told what the log on standard output is told. LOG_LEVEL=silent leaves only this one. */
  readonly journal?: Journal | undefined;
  /** In place of RATE_LIMIT_PER_MINUTE. */
  readonly takeQuota?: TakeQuota | undefined;
  /** Inversify's `ContainerModule`s beside the shipped ones. They are loaded last, and may bind anew what those bind. */
  readonly modules?: readonly object[] | undefined;
}

/**
 * Starts the function as it is shipped, on a store of your own. Resolves to its handler. Rejects with InvalidConfig if
 * the settings cannot be used.
 */
export async function startFunction(options: StartFunctionOptions): Promise<LambdaHandler> {
  const { startFunction: start } = await import('../bootstrap/start-function.ts');
  return start(options as FunctionOptions);
}
