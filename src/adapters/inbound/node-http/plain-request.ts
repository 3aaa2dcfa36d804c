import { parse } from 'node:querystring';

/** The path and query of a request target, which may be a whole URL: Koa fails on one that is malformed. */
export const pathAndQuery = (target: string): string =>
  target.startsWith('/') && !target.includes('#')
    ? target
    : target.replaceAll('#', '%23').replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*\/?/i, '/');

/**
 * Makes a Koa application read a query once, from left to right: Koa's own way takes the square of how often
 * one name stands in it, and strangers may send a name 8,000 times.
 */
export function readQueriesPlainly({ request }: { readonly request: object }): void {
  Object.defineProperty(request, 'query', {
    get(this: { readonly querystring: string }) {
      return parse(this.querystring, '&', '=', { maxKeys: 0 });
    },
  });
}
