import type { Context } from 'koa';

/** The cookie's name; with https, one that neither another host of the same domain nor plain http can set. */
export const cookieName = (name: string, { cookies }: Context): string =>
  cookies.secure ? `__Host-${name}` : name;

/** What the browser was given at sign-in; `undefined` if it has nothing. */
export const sessionCookie = (ctx: Context): string | undefined => ctx.cookies.get(cookieName('desk', ctx));

/** Lax, because a link in a mail or a chat has to arrive signed in. Every change checks where it comes from. */
export function setSessionCookie(ctx: Context, text: string, expires: Date): void {
  ctx.cookies.set(cookieName('desk', ctx), text, {
    expires,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
  });
}

export function removeSessionCookie(ctx: Context): void {
  ctx.cookies.set(cookieName('desk', ctx), null, { overwrite: true });
}
