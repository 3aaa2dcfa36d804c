import type { Context } from 'koa';
import getRawBody from 'raw-body';

/** The most bytes of a form: ten thousand rows pasted from a spreadsheet. */
const MAX_BYTES = 1_000_000;
/** No page has more, and the time to read them grows with the square of their number. */
const MAX_FIELDS = 1_000;

/** What was posted, of at most so many bytes. Throws an error of the status 413 if it is too much. */
export async function formOf(ctx: Context, limit = MAX_BYTES): Promise<URLSearchParams> {
  const { req } = ctx;
  const text = await getRawBody(req, { limit, encoding: 'utf8' }).catch((error) => {
    req.resume(); // the rest is discarded, so that the connection can be used again
    throw error;
  });
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) ctx.throw(413);
  return new URLSearchParams(text);
}
