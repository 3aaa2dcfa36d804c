import type { Context } from 'koa';

/** Answers HEAD without doing anything. Returns whether it did. */
export function isOnlyAsked(ctx: Context): boolean {
  if (ctx.method !== 'HEAD') return false;
  ctx.status = 200;
  ctx.type = 'html';
  return true;
}

/** Headers by which browsers mark a page that nobody has opened yet; the first is the standard's (Fetch). */
const marks = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser fetches a page in advance: to open it sooner, or for a picture of it. */
export const isFetchedAhead = (ctx: Context): boolean =>
  marks.some((mark) => /\b(?:prefetch|prerender|preview)\b/i.test(ctx.get(mark)));
