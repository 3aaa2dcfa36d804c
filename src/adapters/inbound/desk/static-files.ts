import { readFile } from 'node:fs/promises';
import type { Middleware } from 'koa';

const files = new Map([
  ['/desk.css', 'text/css; charset=utf-8'],
  ['/desk.js', 'text/javascript; charset=utf-8'],
]);

/** The style and the script of every page, read once. */
export function staticFiles(): Middleware {
  const loaded = new Map<string, Promise<Buffer>>();
  return async (ctx, next) => {
    const type = files.get(ctx.path);
    if (!type) return next();
    const content = loaded.get(ctx.path) ?? readFile(new URL(`.${ctx.path}`, import.meta.url));
    loaded.set(ctx.path, content);
    ctx.set('cache-control', 'public, max-age=300');
    ctx.type = type;
    ctx.body = await content;
  };
}
