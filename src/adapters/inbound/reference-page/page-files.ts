import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { PageFile } from './reference-page.ts';

const own = new URL('./', import.meta.url);

/**
 * The folder of the library's files. A build puts them next to the page's: users of this package then need
 * neither the 12 MB of the library's own package nor the telemetry of its installation.
 */
const library = import.meta.filename.endsWith('.ts')
  ? new URL('../../../../node_modules/swagger-ui-dist/', import.meta.url)
  : own;

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

const file = (name: string, from: URL, type: string) =>
  [`/docs/${name}`, { type, read: () => readFile(new URL(name, from)) }] as const;

/** The page's files by path; `undefined` if the library's files are missing, as in a bundle. */
export function pageFiles(
  environment: 'sandbox' | 'production',
  version: string,
): ReadonlyMap<string, PageFile> | undefined {
  if (!existsSync(new URL('swagger-ui-bundle.js', library))) return undefined;
  const page = async () => {
    const text = await readFile(new URL('page.html', own), 'utf8');
    return Buffer.from(text.replaceAll('{environment}', environment).replaceAll('{version}', version));
  };
  return new Map([
    ['/docs', { type: html, read: page }],
    file('page.css', own, css),
    file('page.js', own, javascript),
    file('swagger-ui.css', library, css),
    file('swagger-ui-bundle.js', library, javascript),
  ]);
}
