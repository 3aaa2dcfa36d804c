import type { Context } from 'koa';
import { HttpError, type HttpErrorReason } from '../../../../adapters/inbound/http/http-error.ts';
import { CountedValues, readJson } from '../../../../adapters/inbound/http/json.ts';
import type { Bodies } from '../../../../adapters/inbound/node-http/bodies.ts';
import { ApiProblem, MAX_BYTES, MAX_VALUES } from './problems.ts';

/** Reads a request's JSON body. An empty body counts as an empty object. Throws ApiProblem, and ClientGone. */
export async function bodyOf(ctx: Context, bodies: Bodies, sender: string): Promise<unknown> {
  if (ctx.is('application/json') === false && ctx.get('content-type')) throw new ApiProblem('media-type');
  try {
    const values = new CountedValues(MAX_VALUES);
    const bytes = await bodies.receive(ctx, MAX_BYTES, sender, values.objection);
    return bytes.length === 0 ? {} : readJson(bytes, values);
  } catch (error) {
    throw error instanceof HttpError ? new ApiProblem(problems[error.reason] ?? 'invalid-json') : error;
  }
}

const problems: { readonly [reason in HttpErrorReason]?: ApiProblem['problem'] } = {
  'body-too-large': 'too-large',
  'too-many-parts': 'too-many-parts',
  'too-many-bodies': 'too-many-bodies',
  'too-many-values': 'too-many-values',
};
