import type { Context } from 'koa';

/** A cookie's name; with https one that neither other hosts of the domain nor plain http can set. */
export const cookieName = (name: string, { cookies }: Context): string =>
  cookies.secure ? `__Host-${name}` : name;

/** The text that the browser got at sign-in; `undefined` if it has none. */
export const sessionCookie = (ctx: Context): string | undefined => ctx.cookies.get(cookieName('desk', ctx));

/**
 * Sets the cookie of a session. It is lax, because links in mails and chats have to arrive signed in; every
 * change checks where it comes from.
 */
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
