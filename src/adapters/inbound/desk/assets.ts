import { readFileSync } from 'node:fs';

const names = ['desk.css', 'leads.css', 'report.css', 'desk.js'];

/**
 * The styles and the script of every page, by name. In the sources they are files beside this one; a build writes their
 * texts in here, so that a bundle has them, too.
 */
export const assets: ReadonlyMap<string, string> = new Map(
  names.map((name) => [name, readFileSync(new URL(name, import.meta.url), 'utf8')]),
);
