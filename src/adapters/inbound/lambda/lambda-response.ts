import type { HttpResponse } from '../http/message.ts';
import { type HttpEvent, isV2, wantsMultiValueHeaders } from './http-event.ts';

/** A response in the form that API Gateway, load balancers and Function URLs read. */
export interface LambdaResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, string[]>>;
  readonly body: string;
  readonly isBase64Encoded: false;
}

export function lambdaResponse({ status, headers, body }: HttpResponse, event: HttpEvent): LambdaResponse {
  const answer = { statusCode: status, body, isBase64Encoded: false } as const;
  if (isV2(event) || !wantsMultiValueHeaders(event)) return { ...answer, headers };
  const lists = Object.entries(headers).map(([name, value]) => [name, [value]]);
  return { ...answer, multiValueHeaders: Object.fromEntries(lists) };
}
