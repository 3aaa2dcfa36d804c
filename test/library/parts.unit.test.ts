import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { everyPart } from '../../src/bootstrap/store-parts.ts';

/** The rows of the table of parts: part, port, suites. */
const rows = readFileSync('docs/own-store.md', 'utf8')
  .split(/<!-- \/?parts -->/)[1]
  ?.matchAll(/^\| `(\w+)` \| `(\w+)` \| ([^|]*)\|/gm);
const documented = [...(rows ?? [])].map(([, part = '', port = '', suites = '']) => ({
  ...{ part, port },
  suites: suites.match(/\w+/g) ?? [],
}));

it('the table of parts has each part that a store may bind, in the order of the code', () => {
  expect(documented.map(({ part }) => part)).toEqual(everyPart);
});

it('the table of parts names ports that are exported, and every suite of a port', () => {
  const ports = documented.map(({ port }) => port);
  const sources = [...new Set(ports)].filter((port) => !exportsType(port));
  expect(sources).toEqual([]);
  const suites = readFileSync('suites/index.ts', 'utf8').match(/\w+Contract\b/g) ?? [];
  expect(new Set(documented.flatMap((each) => each.suites))).toEqual(new Set(suites));
});

it('the library has every part of the store on MongoDB', () => {
  const entry = readFileSync('src/library/mongodb.ts', 'utf8');
  const modules = ['mongodb', 'mongodb-serving'].map((name) =>
    readFileSync(`src/bootstrap/modules/${name}.ts`, 'utf8'),
  );
  const bound = modules.join().match(/(?<=new )Mongo\w+/g);
  expect(bound?.length).toBeGreaterThan(8);
  expect(bound?.filter((part) => !new RegExp(`\\b${part}\\b`).test(entry))).toEqual([]);
});

/** Whether one of the port files that the library's two entries export whole has this name. */
function exportsType(name: string): boolean {
  const entries = ['index', 'operators'].map((entry) => readFileSync(`src/library/${entry}.ts`, 'utf8'));
  const files = [...entries.join('').matchAll(/^export (?:type )?\* from '\.\.\/(\S*ports\/.+)';$/gm)];
  return files.some(([, file]) =>
    new RegExp(`^export (?:interface|type) ${name}\\b`, 'm').test(readFileSync(`src/${file}`, 'utf8')),
  );
}
