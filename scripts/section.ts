import { readFileSync, writeFileSync } from 'node:fs';

/** The page with `text` between `<!-- name -->` and `<!-- /name -->`. Throws if it has no such marks. */
export function withSection(page: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = page.indexOf(open) + open.length;
  const end = page.indexOf(close);
  if (start < open.length || end < start) throw new Error(`the page has no section ${name}`);
  return `${page.slice(0, start)}\n${text}\n${page.slice(end)}`;
}

export const writeSection = (file: string | URL, name: string, text: string): void =>
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), name, text));
