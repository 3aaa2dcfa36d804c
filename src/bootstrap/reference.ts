import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { PageFile } from '../adapters/inbound/koa/reference-page.ts';
import type { Config } from './config.ts';

const page = new URL('./reference/', import.meta.url);

/**
 * A build puts the library's files next to the page's. In the repository they are in the npm package, a development
 * dependency: whoever installs the service needs neither its 12 MB nor the telemetry of its installation.
 */
const library = existsSync(new URL('swagger-ui.css', page))
  ? page
  : new URL('../../node_modules/swagger-ui-dist/', import.meta.url);

const file = (name: string, from: URL, type: string) =>
  [`/docs/${name}`, { type, read: () => readFile(new URL(name, from)) }] as const;

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** The reference page; `undefined` if the library that renders it was left out of the build. */
export function referenceOf({ APP_ENV }: Config): ReadonlyMap<string, PageFile> | undefined {
  if (!existsSync(new URL('swagger-ui-bundle.js', library))) return undefined;
  const read = async () =>
    Buffer.from((await readFile(new URL('page.html', page), 'utf8')).replaceAll('{environment}', APP_ENV));
  return new Map([
    ['/docs', { type: html, read }],
    file('page.css', page, css),
    file('page.js', page, javascript),
    file('swagger-ui.css', library, css),
    file('swagger-ui-bundle.js', library, javascript),
  ]);
}
