import { cpSync } from 'node:fs';

const library = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

/** Copies the reference page's files, and those of the library that renders it, next to the code that serves them. */
export function buildReference(): void {
  const folder = 'dist/bootstrap/reference';
  cpSync('src/bootstrap/reference', folder, { recursive: true });
  for (const file of library) cpSync(`node_modules/swagger-ui-dist/${file}`, `${folder}/${file}`);
}
