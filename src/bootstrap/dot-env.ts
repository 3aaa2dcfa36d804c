import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Imported before an entry: takes up the settings in `.env`, if there is one. What the shell sets stands above it. */
try {
  const settings = parseEnv(readFileSync('.env', 'utf8').replace(/^\ufeff/, ''));
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') {
    console.error(`The settings in .env cannot be read (${code}). Mend the file, or take it away.`);
    process.exit(1);
  }
}
