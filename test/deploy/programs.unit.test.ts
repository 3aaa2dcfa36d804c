import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withRights } from '../../scripts/rights.ts';

function dependenciesOf(file: string): string[] {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:from |import\()'([@\w][\w@./:-]*)'/g)].map(
    ([, path = '']) => path,
  );

/** What the source imports. */
const files = globSync('src/**/*.ts');
const packages = files
  .flatMap(importsOf)
  .filter((path) => !path.startsWith('node:'))
  .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '');

it('what the programs run on is what the source imports, and nothing else', () => {
  const listed = [...dependenciesOf('package.json'), ...dependenciesOf('deploy/package.json')];
  const notByImport = ['reflect-metadata', 'swagger-ui-dist']; // Inversify's peer; files of the reference page
  expect([...new Set([...packages, ...notByImport])].toSorted()).toEqual(listed.toSorted());
});

it('what `npm start` installs where Node is new enough is at most 60 packages', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const those = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional, peer }]) => path && !dev && !optional && !devOptional && !peer,
  );
  expect(those.map(([path]) => path)).toContain('node_modules/koa');
  expect(those.length).toBeLessThanOrEqual(60);
});

interface Lock {
  readonly packages: Readonly<
    Record<string, Partial<Record<'dev' | 'optional' | 'devOptional' | 'peer', true>>>
  >;
}

it('what it leaves out is loaded only when a setting asks for it', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('deploy/package.json', 'utf8'));
  const loaded = loadedFrom('src/bootstrap/server.ts');
  expect(loaded.size).toBeGreaterThan(200);
  const ofThem = [...loaded].flatMap(importsOf).filter((path) => path in optionalDependencies);
  expect(ofThem).toEqual([]);
});

/** The files that are loaded with one, without what is imported when it is needed. */
function loadedFrom(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, path = ''] of source.matchAll(
    /^(?:import|export|\}) (?!type )(?:[^;]*? from )?'(\.[^']+)';/gm,
  ))
    loadedFrom(join(dirname(file), path), loaded);
  return loaded;
}

it('users of the database get the rights that programs ask for at their start (scripts/rights.ts writes them)', () => {
  const script = readFileSync('deploy/server/users.js', 'utf8');
  expect(script).toBe(withRights(script));
});
