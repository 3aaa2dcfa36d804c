import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Middleware } from 'koa';

/** The styles and the script of every page, which lie beside this file. */
export const assets = ['desk.css', 'leads.css', 'report.css', 'desk.js'];

/** Each is read once. */
export function staticFiles(): Middleware {
  const loaded = new Map<string, Promise<Buffer>>();
  return async (ctx, next) => {
    const name = assets.find((each) => ctx.path === `/${each}`);
    if (!name) return next();
    const content = loaded.get(name) ?? readFile(new URL(name, import.meta.url));
    loaded.set(name, content);
    ctx.set('cache-control', 'public, max-age=300');
    ctx.type = extname(name);
    ctx.body = await content;
  };
}
