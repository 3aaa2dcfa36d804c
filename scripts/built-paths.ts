import { globSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * Puts what the compiler made of `src` at the top of `dist`, beside suites and conformance, whose imports follow. Imports
 * by the name `#operators` become paths: what is shipped needs no map of names.
 */
export function settlePaths(dist: string): void {
  for (const room of readdirSync(`${dist}/src`)) renameSync(`${dist}/src/${room}`, `${dist}/${room}`);
  rmdirSync(`${dist}/src`);
  for (const file of globSync(`${dist}/**/*.{js,d.ts}`)) {
    const text = readFileSync(file, 'utf8');
    const written = text.replace(imported, (_, quote, path) => quote + settled(path, file, dist));
    if (written !== text) writeFileSync(file, written);
  }
}

/** The path after `from`, `import` or `import(`, with the quote before it. */
const imported = /(?<=\b(?:from|import)\s*\(?\s*)(['"])([#.][^'"]+)(?=['"])/g;

function settled(path: string, file: string, dist: string): string {
  if (path.startsWith('.')) return path.replace(/^((?:\.\.\/)+)src\//, '$1');
  const ending = file.endsWith('.d.ts') ? '.ts' : '.js'; // as the compiler writes it
  const way = relative(dirname(file), `${dist}/${path.slice(1).replace(/\.ts$/, ending)}`);
  return way.startsWith('.') ? way : `./${way}`;
}
