import { secretSettings } from './config.ts';

/**
 * The settings in a .env file of which `parseEnv` would drop a part: what follows a # or a closing quote. Before a # that is
 * a comment, there is white space.
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
