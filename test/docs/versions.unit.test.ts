import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodes } from '../support/nodes.ts';

const textOf = (file: string): string => readFileSync(file, 'utf8');
const { engines, devDependencies } = JSON.parse(textOf('package.json'));

/** The rows of the table: what, its versions, and the files and commands that run it. */
const rows = [
  ...textOf('docs/versions.md').matchAll(/^\| (.*) \| (.*) \| (.*) \| (each change|by hand) \|$/gm),
].map(([, what = '', versions = '', by = '', when]) => ({
  ...{ what, versions, when },
  by: [...by.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each),
}));
const versionsOf = (name: string): string[] =>
  rows.find(({ what }) => what === name)?.versions.match(/\d+\.\d+\.\d+/g) ?? [];

describe('the table of versions', () => {
  it('names tests that exist, and says right when they run', () => {
    expect(rows).toHaveLength(15);
    for (const { by, when } of rows)
      for (const each of by.filter((name) => name.startsWith('test/'))) {
        expect(existsSync(each), each).toBe(true);
        expect(each.startsWith('test/deep/'), each).toBe(when === 'by hand');
        if (when === 'by hand') expect(textOf('test/deep/run.ts')).toContain(`'${each}'`);
      }
  });

  it('has the Nodes that the test runs: the oldest of each line of `engines`, and one after it', () => {
    const oldest = engines.node.split(' || ').map((range: string) => range.replace(/^\^/, ''));
    expect(versionsOf('Node')).toEqual(nodes);
    expect(nodes.filter((_, at) => at % 2 === 0)).toEqual(oldest);
    const lines = nodes.map((version) => version.split('.', 1)[0]);
    expect(lines.filter((_, at) => at % 2 === 1)).toEqual(lines.filter((_, at) => at % 2 === 0));
  });

  it('has the versions that are pinned', () => {
    expect(versionsOf('TypeScript')).toEqual([devDependencies.typescript]);
    expect(versionsOf('TypeScript of users')).toEqual([
      /typescript: '([\d.]+)'/.exec(textOf('test/deep/peers.ts'))?.[1],
    ]);
    expect(textOf('test/support/mongod-binary.ts')).toContain(`(${versionsOf('MongoDB')},`);
    expect(textOf('test/support/lambda-runtime.ts')).toContain(`aws-sam-cli==${versionsOf('Lambda')}'`);
    if (process.version === 'v24.21.0') expect(versionsOf('SQLite')).toContain(process.versions.sqlite);
    const runtimes = rows.filter(({ by }) => by.includes('test/deep/runtimes.ts'));
    for (const [name] of runtimes.flatMap(({ versions }) => [...versions.matchAll(/[@\w/-]+ \d[\d.]+\d/g)]))
      expect(textOf('test/deep/runtimes.ts')).toContain(`'${name.replace(' ', '@')}'`);
  });

  it.each(['README.md', 'CONTRIBUTING.md', ...globSync('{docs,examples}/**/*.{md,ts}')])(
    '%s promises the same Nodes',
    (page) => {
      const promised = textOf(page).match(/\bNode 22\.18.{0,11}/g) ?? [];
      expect(promised.filter((words) => words !== 'Node 22.18+, 24 or 26')).toEqual([]);
    },
  );
});
