import { secretSettings } from './config.ts';

/**
 * Names of settings in a .env file whose values `parseEnv` would cut at a # or a closing quote. White space
 * before a # makes it a comment.
 */
export function namesOfCutValues(text: string): string[] {
  const entry = /^[^\S\n]*(?:export[^\S\n]+)?([^\s=#]+)[^\S\n]*=(?:[^\S\n]*(["'`])[\s\S]*?\2(.*)|(.*))$/gm;
  const secrets = new Set<string | undefined>(secretSettings);
  const isCut = ([, name, , afterQuote, unquoted = '']: RegExpExecArray): boolean =>
    afterQuote !== undefined
      ? !/^\s*(?:#|$)/.test(afterQuote)
      : /^(?:[^#]*\S)?#/.test(unquoted) || (secrets.has(name) && /\S.*#/.test(unquoted));
  return [...text.matchAll(entry)].filter(isCut).map(([, name = '']) => name);
}
