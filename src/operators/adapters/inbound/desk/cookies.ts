import type { Context } from 'koa';
import type { SignedInOn, SignIn } from '#operators/application/desk/desk-access.ts';
import { DAY_MS } from '#operators/domain/day.ts';

/** A cookie's name; with https one that neither other hosts of the domain nor plain http can set. */
const cookieName = (name: string, { cookies }: Context): string => (cookies.secure ? `__Host-${name}` : name);

/** A cookie is lax: links in mails and chats have to arrive signed in, and every change checks where it comes from. */
const lax = { httpOnly: true, sameSite: 'lax', overwrite: true } as const;

/** The text that the browser got at sign-in; `undefined` if it has none. */
export const sessionCookie = (ctx: Context): string | undefined => ctx.cookies.get(cookieName('desk', ctx));

export const setSessionCookie = (ctx: Context, text: string, expires: Date): void =>
  void ctx.cookies.set(cookieName('desk', ctx), text, { expires, ...lax });

export const removeSessionCookie = (ctx: Context): void =>
  void ctx.cookies.set(cookieName('desk', ctx), null, { overwrite: true });

const TERM_MS = 10 * 60_000;
/** The most sign-ins that a browser may have begun at once: each is a cookie, and a request has room for so many. */
const MAX_PENDING = 8;

/**
 * Keeps a sign-in in a cookie, so that only the browser that began it can end it. Each tab has its own, named
 * after the sign-in.
 */
export function setPendingSignIn(ctx: Context, { state, text }: SignIn): void {
  const begun = cookieNames(ctx).filter((name) => name.startsWith(nameOf(ctx, '')));
  const tooMany = Math.max(0, begun.length + 1 - MAX_PENDING);
  for (const eldest of begun.slice(0, tooMany)) ctx.cookies.set(eldest, null, { overwrite: true });
  ctx.cookies.set(nameOf(ctx, state), text, { maxAge: TERM_MS, ...lax });
}

/** The names of a request's cookies. Browsers send the eldest first. */
const cookieNames = (ctx: Context): readonly string[] => ctx.get('cookie').match(/[\w-]+(?==)/g) ?? [];

/** The cookie of the sign-in that the address names; empty if this browser has not begun it. */
export const pendingSignIn = (ctx: Context): string => ctx.cookies.get(nameOf(ctx, ctx.query.state)) ?? '';

export const removePendingSignIn = (ctx: Context): void =>
  void ctx.cookies.set(nameOf(ctx, ctx.query.state), null, { overwrite: true });

/** Keeps the page that a person wanted before a link signed them in: the link itself does not know. */
export function setGoal(ctx: Context, goal: string): void {
  const text = Buffer.from(goal).toString('base64url');
  ctx.cookies.set(cookieName('goal', ctx), text, { maxAge: TERM_MS, ...lax });
}

export function takeGoal(ctx: Context): string {
  const text = ctx.cookies.get(cookieName('goal', ctx)) ?? '';
  if (text !== '') ctx.cookies.set(cookieName('goal', ctx), null, { overwrite: true });
  return Buffer.from(text, 'base64url').toString();
}

/** The name of a sign-in's cookie. A part of the state is enough to tell tabs apart. */
const nameOf = (ctx: Context, state: unknown): string =>
  cookieName(`sign-in-${/^[\w-]{0,16}/.exec(String(state ?? ''))?.[0]}`, ctx);

/** The kind of device that a browser says it is on: all of a browser's own words that is kept. */
export const deviceOf = (ctx: Context): Pick<SignedInOn, 'device' | 'told'> => ({
  device: /Mobi|Android|iPhone/i.test(ctx.get('user-agent')) ? 'telephone' : 'computer',
  told: toldCookie(ctx),
});

/** The id under which somebody is told of leads on this device. */
export const toldCookie = ({ cookies }: Pick<Context, 'cookies'>): string | undefined => cookies.get('told');

/** Keeps that id for as long as a browser may, or forgets it. */
export const setToldCookie = ({ cookies }: Pick<Context, 'cookies'>, id: string | null): void =>
  void cookies.set('told', id, { maxAge: 400 * DAY_MS, ...lax });
