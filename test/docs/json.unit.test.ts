import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { jsonTable } from '../../scripts/json.ts';
import { withSection } from '../../scripts/section.ts';
import { commandLine } from '../support/command-line.ts';

const page = readFileSync('docs/json.md', 'utf8');

it('the page of JSON has what each command prints (npx node scripts/json.ts writes it)', async () => {
  expect(withSection(page, 'commands', await jsonTable())).toBe(page);
});

it('the page of JSON has every command that prints any', async () => {
  const { out } = await commandLine().leads(['completion']);
  const withJson = [...out.matchAll(/^ {4}"([\w -]+) "\*\) words="[^"]*--json/gm)].map(([, path]) => path);
  const rows = [...page.matchAll(/^\| `([\w -]+)` \|/gm)].map(([, path]) => path);
  expect(rows.toSorted()).toEqual(withJson.toSorted());
});
