import type { Context } from 'koa';

const NAME = 'desk';

/** What the browser was given at sign-in; `undefined` if it has nothing. */
export const sessionCookie = (ctx: Context): string | undefined => ctx.cookies.get(NAME);

/** Lax, because a link in a mail or a chat has to arrive signed in. Every change checks where it comes from. */
export function setSessionCookie(ctx: Context, text: string, expires: Date): void {
  ctx.cookies.set(NAME, text, { expires, httpOnly: true, sameSite: 'lax', overwrite: true });
}

export function removeSessionCookie(ctx: Context): void {
  ctx.cookies.set(NAME, null, { overwrite: true });
}
