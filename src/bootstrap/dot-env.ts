import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { exitCodeOf } from '../operators/adapters/inbound/cli/exit-codes.ts';
import { namesOfCutValues } from './cut-values.ts';

/**
 * Loads the settings in `.env`, if the file exists. To be imported before an entry file. Settings of the shell
 * take precedence.
 */
try {
  const text = readFileSync('.env', 'utf8').replace(/^\ufeff/, '');
  const cut = namesOfCutValues(text);
  if (cut.length > 0)
    endWith(
      `In .env, a # or a quote cuts the value of ${cut.join(', ')}. Put the whole value in single quotes, and comments on lines of their own.`,
    );
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
  process.env.SETTINGS_FROM ??= resolve('.env');
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') endWith(`The settings in .env cannot be read (${code}). Fix or remove the file.`);
}

function endWith(why: string): void {
  console.error(why);
  process.exit(exitCodeOf(process.argv.slice(2), 1));
}
