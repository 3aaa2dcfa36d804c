import type { Context } from 'koa';
import type { SignIn } from '#operators/application/ports/inbound/desk-use-cases.ts';
import { cookieName } from './session-cookie.ts';

const TERM_MS = 10 * 60_000;
/** The most sign-ins that a browser may have begun at once: each is a cookie, and a request has room for so many. */
const MAX_PENDING = 8;

/**
 * Keeps a sign-in in a cookie, so that only the browser that began it can end it. Each tab has its own, named
 * after the sign-in.
 */
export function setPendingSignIn(ctx: Context, { state, text }: SignIn): void {
  const names = (ctx.get('cookie').match(/[\w-]+(?==)/g) ?? []).filter((name) =>
    name.startsWith(nameOf(ctx, '')),
  );
  for (const eldest of names.slice(0, 1 - MAX_PENDING)) ctx.cookies.set(eldest, null, { overwrite: true });
  const options = { maxAge: TERM_MS, httpOnly: true, sameSite: 'lax', overwrite: true } as const;
  ctx.cookies.set(nameOf(ctx, state), text, options);
}

/** The cookie of the sign-in that the address names; empty if this browser has not begun it. */
export const pendingSignIn = (ctx: Context): string => ctx.cookies.get(nameOf(ctx, ctx.query.state)) ?? '';

export const removePendingSignIn = (ctx: Context): void =>
  void ctx.cookies.set(nameOf(ctx, ctx.query.state), null, { overwrite: true });

/** Keeps the page that a person wanted before a link signed them in: the link itself does not know. */
export function setGoal(ctx: Context, goal: string): void {
  const options = { maxAge: TERM_MS, httpOnly: true, sameSite: 'lax', overwrite: true } as const;
  ctx.cookies.set(cookieName('goal', ctx), Buffer.from(goal).toString('base64url'), options);
}

export function takeGoal(ctx: Context): string {
  const text = ctx.cookies.get(cookieName('goal', ctx)) ?? '';
  if (text !== '') ctx.cookies.set(cookieName('goal', ctx), null, { overwrite: true });
  return Buffer.from(text, 'base64url').toString();
}

/** The name of a sign-in's cookie. A part of the state is enough to tell tabs apart. */
const nameOf = (ctx: Context, state: unknown): string =>
  cookieName(`sign-in-${/^[\w-]{0,16}/.exec(String(state ?? ''))?.[0]}`, ctx);
