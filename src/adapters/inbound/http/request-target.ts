/** The path and query of a request target, which may be a whole URL: Koa fails on one that is malformed. */
export const pathAndQuery = (target: string): string =>
  target.startsWith('/') && !target.includes('#')
    ? target
    : target.replaceAll('#', '%23').replace(/^[a-z][^?]*:\/\/[^/?]*\/?/i, '/');

/**
 * The path of a Request's URL, which some runtimes give so that it is no URL: Bun as the path alone if there is no Host,
 * @whatwg-node/server as one address after the other if the request line had a whole one.
 */
export const pathOf = (url: string): string => pathAndQuery(url).replace(/\?.*/s, '');
