import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. Throws if the page has no such marks. */
export function writeSection(page: string, name: string, text: string): void {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = readFileSync(page, 'utf8');
  const start = before.indexOf(open) + open.length;
  const end = before.indexOf(close);
  if (start < open.length || end < start) throw new Error(`${page} has no section ${name}`);
  writeFileSync(page, `${before.slice(0, start)}\n${text}\n${before.slice(end)}`);
}
