import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withRights } from '../../scripts/rights.ts';

const dependenciesOf = (file: string): string[] =>
  Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies);

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:from |import\()'([@\w][\w@./:-]*)'/g)].map(
    ([, path = '']) => path,
  );

/** What the source imports; the suites apart, whose users install vitest. */
const files = globSync('src/**/*.ts', { exclude: (path) => path.endsWith('testing') });
const packages = files
  .flatMap(importsOf)
  .filter((path) => !path.startsWith('node:'))
  .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '');

it('what the programs run on is what the source imports, and nothing else', () => {
  const listed = [...dependenciesOf('package.json'), ...dependenciesOf('deploy/package.json')];
  const notByImport = ['reflect-metadata', 'swagger-ui-dist']; // Inversify's peer; files of the reference page
  expect([...new Set([...packages, ...notByImport])].toSorted()).toEqual(listed.toSorted());
});

it('users of the database get the rights that programs ask for at their start (scripts/rights.ts writes them)', () => {
  const script = readFileSync('deploy/server/users.js', 'utf8');
  expect(script).toBe(withRights(script));
});
