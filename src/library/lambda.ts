/** `partner-lead-service/lambda`: the service as the handler of an AWS Lambda function. */

export {
  type LambdaHandlerOptions,
  makeLambdaHandler,
} from '../adapters/inbound/lambda/lambda-handler.ts';
export type { LambdaResponse } from '../adapters/inbound/lambda/lambda-response.ts';
export { type BaseUrls, createHttpApi, type HttpApi, type HttpOptions, LineJournal } from './http.ts';
