import { parse } from 'node:querystring';

/**
 * Lets a Koa application read a query once, from left to right: what Koa itself does takes the square of how often one name
 * stands in it, and strangers may send it 8,000 times.
 */
export function readQueriesPlainly({ request }: { readonly request: object }): void {
  Object.defineProperty(request, 'query', {
    get(this: { readonly querystring: string }) {
      return parse(this.querystring, '&', '=', { maxKeys: 0 });
    },
  });
}
