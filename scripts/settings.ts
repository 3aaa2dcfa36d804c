import { writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { settings } from '../src/bootstrap/config.ts';
import { withSection, writeSection } from './section.ts';

/** Generates what documents the settings from the settings themselves: `.env.example`, and the table in docs/settings.md. */

const rows = Object.entries(settings).map(([name, schema]) => ({
  name,
  initial: v.getDefault(schema) as string | undefined,
  description: v.getDescription(schema) ?? '',
}));

export const envExample = rows
  .map(
    ({ name, initial, description }) =>
      `# ${description}\n${initial === undefined ? '#' : ''}${name}=${initial ?? ''}\n`,
  )
  .join('\n');

const settingsTable = [
  '| Setting | Default | |',
  '|---|---|---|',
  ...rows.map(
    ({ name, initial, description }) =>
      `| \`${name}\` | ${initial ? `\`${initial}\`` : ''} | ${description} |`,
  ),
].join('\n');

export const withTable = (page: string): string => withSection(page, 'settings', settingsTable);

if (import.meta.main) {
  writeFileSync('.env.example', envExample);
  writeSection('docs/settings.md', 'settings', settingsTable);
}
