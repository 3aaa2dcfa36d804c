import type { Context } from 'koa';
import type { Device } from '../../../application/ports/outbound/tickets.ts';

/** The kind of device that a browser says it is on: all of a browser's own words that is kept. */
export const deviceOf = (ctx: Context): Device =>
  /Mobi|Android|iPhone/i.test(ctx.get('user-agent')) ? 'telephone' : 'computer';
