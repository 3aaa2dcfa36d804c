import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

interface Package {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** Removes the declarations that the types of no entry reach: three in four. Returns how many stay. */
export function keepNeededDeclarations({ exports }: Package, dist: string): number {
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : entry.types));
  const needed = new Set<string>();
  for (const todo = entries.map(normalize); todo.length > 0; ) {
    const file = todo.pop() ?? '';
    if (needed.has(file)) continue;
    if (!existsSync(file)) throw new Error(`${file} is imported, and was not built`);
    needed.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(imported))
      todo.push(join(dirname(file), path).replace(/\.ts$/, '.d.ts'));
  }
  for (const file of globSync(`${dist}/**/*.d.ts`)) if (!needed.has(normalize(file))) rmSync(file);
  return needed.size;
}

/** `from './a.ts'`, `import '../a.ts'` and `import('./a.ts')`. */
const imported = /(?:from\s*|import\s*\(?\s*)['"](\.[^'"]+)['"]/g;
