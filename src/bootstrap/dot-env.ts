import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Imported before an entry file: loads the settings in `.env`, if it exists. The shell's settings take precedence. */
try {
  const settings = parseEnv(readFileSync('.env', 'utf8').replace(/^\ufeff/, ''));
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') {
    console.error(`The settings in .env cannot be read (${code}). Fix or remove the file.`);
    process.exit(1);
  }
}
