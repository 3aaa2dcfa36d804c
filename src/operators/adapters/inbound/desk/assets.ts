import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const styles = ['desk.css', 'leads.css', 'report.css'];
const scripts = ['desk', 'beside', 'copy', 'drafts', 'forms', 'key', 'keys', 'news', 'rows'].map(
  (name) => `scripts/${name}.js`,
);

/**
 * The styles and scripts of every page, by their names in its address. In the sources they are files beside this one; a
 * build writes their texts in here, so that a bundle has them, too.
 */
export const assets: ReadonlyMap<string, string> = new Map(
  [...styles, ...scripts].map((file) => [
    basename(file),
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  ]),
);
