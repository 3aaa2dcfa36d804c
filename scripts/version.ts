import { readFileSync, writeFileSync } from 'node:fs';

/** Writes the version of package.json into the source that tells it. For `npm version MAJOR.MINOR.PATCH --no-git-tag-version`, which writes the latter. */

const file = 'src/bootstrap/version.ts';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<=version = ')[^']*/, version));
