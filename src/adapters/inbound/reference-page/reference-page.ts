import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { errorResponse } from '../http/error-response.ts';
import { HttpError } from '../http/http-error.ts';

export interface PageFile {
  readonly type: string;
  readonly read: () => Promise<Uint8Array>;
}

interface Loaded {
  readonly type: string;
  readonly plain: Uint8Array;
  readonly gzipped: Uint8Array;
}

/** Allows nothing from other origins and nothing inline: text in the API description can never run as a script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=600',
  vary: 'accept-encoding',
};

/**
 * Makes Koa middleware that serves the files by their paths, from memory; each is read at its first request.
 * `/` and `/docs/` lead to the page, by relative redirects, which also work behind a path prefix.
 */
export function referencePage(files: ReadonlyMap<string, PageFile>): Middleware {
  const loaded = new Map<PageFile, Promise<Loaded>>();

  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (ctx.path === '/' && isRead) return redirect(ctx, 307, 'docs');
    if (ctx.path === '/docs/') return redirect(ctx, 308, '../docs');
    const file = files.get(ctx.path);
    if (!file) return next();
    if (!isRead) return refuse(ctx);
    const { type, plain, gzipped } = await once(loaded, file);
    const compressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    ctx.set({ ...pageHeaders, 'content-type': type, ...(compressed && { 'content-encoding': 'gzip' }) });
    ctx.body = compressed ? gzipped : plain;
  };
}

/** Loads a file once. After a failure the next request tries again. */
function once(loaded: Map<PageFile, Promise<Loaded>>, file: PageFile): Promise<Loaded> {
  const known = loaded.get(file);
  if (known) return known;
  const loading = load(file);
  loaded.set(file, loading);
  loading.catch(() => loaded.delete(file));
  return loading;
}

async function load({ type, read }: PageFile): Promise<Loaded> {
  const plain = await read();
  return { type, plain: Buffer.from(plain), gzipped: await promisify(gzip)(plain) };
}

function redirect(ctx: Context, status: 307 | 308, location: string): void {
  ctx.status = status;
  ctx.set('location', location);
  ctx.body = '';
}

function refuse(ctx: Context): void {
  const refusal = errorResponse(new HttpError('method-not-allowed', { allow: 'GET, HEAD' }));
  ctx.status = refusal.status;
  ctx.set(refusal.headers);
  ctx.body = refusal.body;
}
