import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const styles = ['tokens', 'desk', 'panels', 'lead', 'leads', 'report', 'narrow', 'paper'].map(
  (name) => `${name}.css`,
);
const scripts = ['desk', 'beside', 'copy', 'drafts', 'forms', 'key', 'keys', 'live', 'news', 'rows'].map(
  (name) => `scripts/${name}.js`,
);

/** What makes the desk an application of its own on a telephone, and has it told of leads. */
const application = ['desk.webmanifest', 'icon.svg', 'scripts/push.js', 'scripts/push-worker.js'];

/**
 * Styles and scripts of all pages, by the file name in their address. In the sources they are files beside this
 * one; a build puts their texts in here, so that a bundle has them as well.
 */
export const assets: ReadonlyMap<string, string> = new Map(
  [...styles, ...scripts, ...application].map((file) => [
    basename(file),
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  ]),
);
