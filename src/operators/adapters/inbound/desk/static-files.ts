import { extname } from 'node:path';
import type { Middleware } from 'koa';
import { assets } from './assets.ts';

export const staticFiles: Middleware = (ctx, next) => {
  const content = assets.get(ctx.path.slice(1));
  if (content === undefined) return next();
  ctx.set('cache-control', 'public, max-age=300');
  ctx.type = extname(ctx.path);
  ctx.body = content;
};
