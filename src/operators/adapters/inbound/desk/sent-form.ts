import type { Context } from 'koa';
import { HttpError } from '../../../../adapters/inbound/http/http-error.ts';
import { ClientGone } from '../../../../adapters/inbound/http/message.ts';
import type { Bodies } from '../../../../adapters/inbound/node-http/bodies.ts';

/** The most bytes of a form: ten thousand rows pasted from a spreadsheet. */
const MAX_BYTES = 1_000_000;
/** The most fields of a form. Pages have fewer, and reading time grows with the square of their number. */
const MAX_FIELDS = 1_000;

/** Resolves to the form that this sender posted. Throws an error of status 413 for more than `limit` bytes. */
export async function sentForm(
  ctx: Context,
  bodies: Bodies,
  sender: string,
  limit = MAX_BYTES,
): Promise<URLSearchParams> {
  const bytes = await bodies.receive(ctx, limit, sender).catch((error) => {
    if (error instanceof HttpError) ctx.throw(413);
    if (error instanceof ClientGone) ctx.throw(400);
    throw error;
  });
  const text = bytes.toString();
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) ctx.throw(413);
  return new URLSearchParams(text);
}
