import { cpSync } from 'node:fs';

const page = ['page.html', 'page.css', 'page.js'];
const library = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

/** Copies the reference page's files, and those of the library that renders it, next to the code that serves them. */
export function buildReferencePage(dist = 'dist'): void {
  const folder = 'adapters/inbound/reference-page';
  for (const file of page) cpSync(`src/${folder}/${file}`, `${dist}/${folder}/${file}`);
  for (const file of library) cpSync(`node_modules/swagger-ui-dist/${file}`, `${dist}/${folder}/${file}`);
}
