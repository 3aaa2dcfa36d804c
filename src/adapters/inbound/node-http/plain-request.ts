import { parse } from 'node:querystring';

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
