import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { ApiProblem, MAX_BYTES } from './problems.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What the body says; nothing says what an empty object does. Throws ApiProblem. */
export async function bodyOf(ctx: Context): Promise<unknown> {
  const { req } = ctx;
  if (ctx.is('application/json') === false && ctx.get('content-type')) throw new ApiProblem('media-type');
  const bytes = await getRawBody(req, { limit: MAX_BYTES }).catch((error) => {
    req.resume(); // the rest is discarded, so that the connection can be used again
    throw error.status === 413 ? new ApiProblem('too-large') : error;
  });
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new ApiProblem('invalid-json');
  }
}
