import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What a clone runs on its user's own Node. */
const run = globSync('{src,scripts,bench,examples}/**/*.{ts,mjs,js}').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

it.each([
  ['`using` is a SyntaxError', /^\s*(await )?using \w+ =|\((await )?using \w+ of /m],
  [
    'node:sqlite takes no values by position for `?1`',
    /\b(SELECT|INSERT|UPDATE|DELETE)\b[^;]*?[\s(,'"`]\?(\d|\$\{)/,
  ],
])('nothing has what Node 22.18 refuses: %s', (_what, refused) => {
  expect(run.filter(({ text }) => refused.test(text)).map(({ path }) => path)).toEqual([]);
});
