import { readFileSync, writeFileSync } from 'node:fs';
import { rights } from '../src/operators/adapters/outbound/mongodb/store/rights.ts';

/** Writes the rights of each program into the script that makes its user. */

const FILE = 'deploy/server/users.js';

const lines = Object.entries(rights).map(([program, { about, on }]) => {
  const collections = Object.entries(on).map(([name, actions]) => `    ${name}: '${actions.join(' ')}',\n`);
  return `  // ${about}\n  ${program}: {\n${collections.join('')}  },\n`;
});

export const withRights = (script: string): string =>
  script.replace(/^const programs = \{\n.*?^\};\n/ms, () => `const programs = {\n${lines.join('')}};\n`);

if (import.meta.main) writeFileSync(FILE, withRights(readFileSync(FILE, 'utf8')));
