import type { Context } from 'koa';
import type { SignedInOn } from '#operators/application/ports/inbound/desk-use-cases.ts';
import { DAY_MS } from '#operators/domain/day.ts';

/** The kind of device that a browser says it is on: all of a browser's own words that is kept. */
export const deviceOf = (ctx: Context): Pick<SignedInOn, 'device' | 'told'> => ({
  device: /Mobi|Android|iPhone/i.test(ctx.get('user-agent')) ? 'telephone' : 'computer',
  told: toldCookie(ctx),
});

/** The id under which somebody is told of leads on this device. */
export const toldCookie = ({ cookies }: Pick<Context, 'cookies'>): string | undefined => cookies.get('told');

/** Keeps that id for as long as a browser may, or forgets it. */
export const setToldCookie = ({ cookies }: Pick<Context, 'cookies'>, id: string | null): void =>
  void cookies.set('told', id, { maxAge: 400 * DAY_MS, sameSite: 'lax', overwrite: true });
