import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceKinds } from '../../src/domain/sources/source-kinds.ts';
import { hookEventTypes } from '../../src/operators/domain/events/lead-event.ts';

const MOST_WORDS_OF_A_PAGE = 1_200;
const MOST_WORDS = 18_500;

const docs = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md', ...docs];
const textOf = (page: string): string => readFileSync(page, 'utf8');

const namedPage = /\b(?:docs|examples)\/[a-z/-]+\.md(?:#[a-z0-9-]+)?/g;

describe('the pages', () => {
  it('can be read in one sitting, each and all', () => {
    const written = ['README.md', 'CONTRIBUTING.md', ...docs].map((page) => ({ page, words: wordsIn(page) }));
    expect(written.filter(({ words }) => words > MOST_WORDS_OF_A_PAGE)).toEqual([]);
    const all = written.reduce((sum, { words }) => sum + words, 0);
    console.log(`${all} words in ${written.length} pages`);
    expect(all).toBeLessThanOrEqual(MOST_WORDS);
  });

  it('are found from the README, by way of at most one other', () => {
    const near = linksOf('README.md').map(({ file }) => file);
    const found = new Set([
      ...near,
      ...near.filter((file) => docs.includes(file)).flatMap((file) => linksOf(file).map((link) => link.file)),
    ]);
    expect(docs.filter((page) => !found.has(page))).toEqual([]);
  });

  it('name each event and each kind of source', () => {
    const all = docs.map(textOf).join('\n');
    expect(hookEventTypes.filter((type) => !all.includes(type))).toEqual([]);
    const [, kinds = ''] = /Kinds: (.*)\./.exec(textOf('docs/sources.md')) ?? [];
    expect(kinds).toBe(sourceKinds.map((kind) => `\`${kind}\``).join(', '));
  });

  it.each(pages)('%s links only to files and headings that exist', (page) => {
    expect(linksOf(page).filter(isBroken)).toEqual([]);
  });

  it('that code, tests and deployments name exist, and so do the headings', () => {
    const named = ['src', 'suites', 'conformance', 'test', 'deploy', 'scripts', 'bench', '.github']
      .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile() && !/node_modules|\.(?:md|png)$/.test(join(file.parentPath, file.name)))
      .flatMap(({ parentPath, name }) => textOf(join(parentPath, name)).match(namedPage) ?? [])
      .map(linkTo);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(isBroken)).toEqual([]);
  });

  it.each(['CONTRIBUTING.md', 'src/README.md', 'src/operators/README.md'])(
    '%s names files that exist',
    (page) => {
      const rooms = ['src', 'suites', 'conformance', 'test', 'scripts', 'docs', 'deploy', 'examples'].flatMap(
        (folder) => readdirSync(folder, { recursive: true }).map((file) => `/${folder}/${file}`),
      );
      const files = [...rooms, ...readdirSync('.').map((file) => `/${file}`)];
      const named = [...textOf(page).matchAll(/`([\w./-]+\.(?:ts|mjs|md))`/g)].map(([, name]) => name);
      expect(named.length).toBeGreaterThan(2);
      expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
    },
  );

  it.each(pages)('%s has no comments in lines to be typed: zsh takes them for arguments', (page) => {
    expect(linesToType(textOf(page)).filter((line) => /(^|\s)#/.test(line))).toEqual([]);
  });
});

interface Link {
  readonly file: string;
  readonly heading: string | undefined;
}

/** What people write: without generated parts, and without what a program printed in a session (a test compares it). */
function wordsIn(page: string): number {
  const written = textOf(page)
    .replace(/<!-- ([\w ]+) -->.*?<!-- \/\1 -->/gs, '')
    .replace(/^```console\n(.*?)^```/gms, (block) => block.match(/^[$>] .*/gm)?.join('\n') ?? '');
  return written.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

const linkTo = (path: string): Link => {
  const [file = '', heading] = path.split('#');
  return { file, heading };
};

/** The links of a page within the repository. */
const linksOf = (page: string): Link[] =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/^[a-z]+:/.test(path))
    .map((path) => (path.startsWith('#') ? linkTo(page + path) : linkTo(join(dirname(page), path))));

const isBroken = ({ file, heading }: Link): boolean =>
  !existsSync(file) || (heading !== undefined && (!file.endsWith('.md') || !headingsOf(file).has(heading)));

/** The anchors that a page's headings get. */
const headingsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [
      ...textOf(page)
        .replace(/^```.*?^```/gms, '')
        .matchAll(/^#+ (.*)$/gm),
    ].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );

/** What a page shows for a shell: its blocks and what is indented, but no scripts (`bash`), which live in a file. */
const linesToType = (page: string): string[] =>
  [...page.matchAll(/```(?:sh|console)\n(.*?)```|^ {4}\S[^\n]*/gms)].flatMap(([shown]) => shown.split('\n'));
