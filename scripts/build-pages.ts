import { cpSync, writeFileSync } from 'node:fs';
import { assetsSource } from './bundle-in-one.ts';

const page = ['page.html', 'page.css', 'page.js'];
const library = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

/**
 * Puts what pages consist of into the built code: the reference page's files, and those of the library that renders it,
 * next to what serves them; the desk's as texts, which a bundle can hold.
 */
export function buildPages(dist = 'dist'): void {
  const folder = 'adapters/inbound/reference-page';
  for (const file of page) cpSync(`src/${folder}/${file}`, `${dist}/${folder}/${file}`);
  for (const file of library) cpSync(`node_modules/swagger-ui-dist/${file}`, `${dist}/${folder}/${file}`);
  writeFileSync(`${dist}/operators/adapters/inbound/desk/assets.js`, assetsSource);
}
