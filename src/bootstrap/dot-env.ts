import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { secretSettings } from './config.ts';

/** Imported before an entry file: loads the settings in `.env`, if it exists. The shell's settings take precedence. */
try {
  const text = readFileSync('.env', 'utf8').replace(/^\ufeff/, '');
  const cut = namesOfCutValues(text);
  if (cut.length > 0)
    endWith(
      `In .env, a # or a quote cuts the value of ${cut.join(', ')}. Put the whole value in single quotes, and comments on lines of their own.`,
    );
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') endWith(`The settings in .env cannot be read (${code}). Fix or remove the file.`);
}

/** `parseEnv` drops what follows a # or a closing quote. Before a # that is a comment, there is white space. */
function namesOfCutValues(text: string): string[] {
  const entry = /^[^\S\n]*(?:export[^\S\n]+)?([^\s=#]+)[^\S\n]*=(?:[^\S\n]*(["'`])[\s\S]*?\2(.*)|(.*))$/gm;
  const secrets = new Set<string | undefined>(secretSettings);
  const isCut = ([, name, , afterQuote, unquoted = '']: RegExpExecArray): boolean =>
    afterQuote !== undefined
      ? !/^\s*(?:#|$)/.test(afterQuote)
      : /^(?:[^#]*\S)?#/.test(unquoted) || (secrets.has(name) && /\S.*#/.test(unquoted));
  return [...text.matchAll(entry)].filter(isCut).map(([, name = '']) => name);
}

function endWith(why: string): void {
  console.error(why);
  process.exit(1);
}
