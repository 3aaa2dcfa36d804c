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
 * Makes the service a Lambda function. It rejects only if the event is no HTTP event, or with AnswerLost
 * (sandbox). Throws TypeError if `api` is not an `HttpApi`, or the prefix is malformed.
 */
export const makeLambdaHandler: typeof makeHandler = (api, options) => {
  requireMethods('api', api, 'handle');
  return makeHandler(api, options);
};

/** A `Store` of `…/compose`. The type here does not need Inversify, which only `startFunction` uses. */
export interface FunctionStore {
  readonly name: string;
  readonly setting?: string | undefined;
  readonly durable: boolean;
  /** An Inversify `ContainerModule`. */
  readonly module: object;
}

/** Options of the shipped function. */
export interface StartFunctionOptions {
  readonly store: FunctionStore;
  /** The settings. By default the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Gets everything that is logged to standard output. With LOG_LEVEL=silent, only this journal does. */
  readonly journal?: Journal | undefined;
  /** Replaces RATE_LIMIT_PER_MINUTE. */
  readonly takeQuota?: TakeQuota | undefined;
  /**
   * Further modules, each an Inversify `ContainerModule`. They are loaded last, and may rebind what the shipped
   * ones bind.
   */
  readonly modules?: readonly object[] | undefined;
}

/**
 * Starts the shipped function on a store of your own. Resolves to its handler. Rejects with InvalidConfig if
 * the settings cannot be used.
 */
export async function startFunction(options: StartFunctionOptions): Promise<LambdaHandler> {
  const { startFunction: start } = await import('../bootstrap/start-function.ts');
  return start(options as FunctionOptions);
}
