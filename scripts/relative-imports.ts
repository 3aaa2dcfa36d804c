import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** Writes each import by the name `#operators` as a path, so that what is shipped needs no map of names. */
export function makeImportsRelative(wing: string): void {
  for (const file of globSync(`${wing}/**/*.{js,d.ts}`)) {
    const text = readFileSync(file, 'utf8');
    const ending = file.endsWith('.d.ts') ? '.ts' : '.js'; // as the compiler writes it
    const written = text.replace(/#operators\/([^'"]+)\.ts(?=['"])/g, (_, path) => {
      const way = relative(dirname(file), `${wing}/${path}${ending}`);
      return way.startsWith('.') ? way : `./${way}`;
    });
    if (written !== text) writeFileSync(file, written);
  }
}
