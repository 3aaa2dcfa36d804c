import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type Config, Settings, secretSettings, settings } from './config.ts';
import { brokenRules, dataFileOf } from './config-rules.ts';

type Name = keyof Config;

/** A store that the settings do not name, as far as they depend on it. */
interface OwnStore {
  readonly name: string;
  readonly durable: boolean;
}

/** The settings cannot be used. The message never quotes a value, which may be a secret. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
}

/**
 * Whether MONGODB_URI can be used; else what is wrong, or the names of the options that the driver does not accept.
 */
type UriAnswer = true | string | readonly string[];
export type AcceptsUri = (uri: string) => UriAnswer | Promise<UriAnswer>;

/** Settings as texts, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment, without surrounding white space; blank means unset. `store`: asks
 * the driver about MONGODB_URI, because the driver's own message would quote parts of that; or a store of your
 * own, with which MONGODB_URI and DATA_FILE are ignored. Throws InvalidConfig with one line for each mistake.
 */
export async function readConfig(env: Environment, store: AcceptsUri | OwnStore): Promise<Config> {
  const own = typeof store === 'function' ? undefined : store;
  const { given, mistakes, unread } = textsOf(env);
  if (own) given.MONGODB_URI = given.DATA_FILE = undefined;
  const read = v.safeParse(Settings, given);
  const issues = (read.issues ?? [])
    .map((issue) => ({ name: v.getDotPath(issue) as Name, message: issue.message }))
    .filter(({ name }) => !unread.has(name));
  const doubtful = new Set([...unread, ...issues.map(({ name }) => name)]);
  const broken = brokenRules(read.output as Config, doubtful);
  const called = (name: Name) => (settingOf(env, `${name}_FILE`) ? `${name}_FILE` : name);
  mistakes.push(...[...issues, ...broken].map(({ name, message }) => `${called(name)} ${message}`));
  const isDurable = own
    ? own.durable
    : given.MONGODB_URI !== undefined || dataFileOf(given) !== undefined || unread.has('MONGODB_URI');
  if (!isDurable) mistakes.push(...lostInMemory(given, own));
  if (given.MONGODB_URI && !doubtful.has('MONGODB_URI') && typeof store === 'function') {
    const accepted = await store(given.MONGODB_URI);
    if (accepted !== true) mistakes.push(`${called('MONGODB_URI')} ${whyNotAccepted(accepted)}`);
  }
  if (read.success && mistakes.length === 0) return read.output;
  throw new InvalidConfig(mistakes.join('\n'));
}

/** The settings as texts, secrets read from their files. `unread`: settings whose file cannot be used. */
function textsOf(env: Environment) {
  const given: Partial<Record<Name, string | undefined>> = {};
  const mistakes: string[] = [];
  const unread = new Set<Name>();
  for (const name of Object.keys(settings) as Name[]) given[name] = settingOf(env, name);
  for (const name of secretSettings) {
    try {
      given[name] = secretOf(env, name);
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error;
      given[name] = undefined;
      mistakes.push(error.message);
      unread.add(name);
    }
  }
  return { given, mistakes, unread };
}

/** Mistakes of settings that ask for more than a store in the process's memory can do. */
function lostInMemory(
  { APP_ENV, DELIVERIES }: { readonly [K in Name]?: string | undefined },
  own: OwnStore | undefined,
): string[] {
  const lost = own
    ? `APP_ENV cannot be production with this store (${own.name}): its leads are lost with the process`
    : 'MONGODB_URI or DATA_FILE is required with APP_ENV=production: leads kept in memory are lost with the process';
  const unreachable = 'DELIVERIES cannot be elsewhere with a store in memory, which no other process reaches';
  return [...(APP_ENV === 'production' ? [lost] : []), ...(DELIVERIES === 'elsewhere' ? [unreachable] : [])];
}

/** What is wrong with MONGODB_URI: the end of a sentence that begins with its name. */
export function whyNotAccepted(answer: Exclude<UriAnswer, true>): string {
  if (typeof answer === 'string') return answer;
  return answer.length > 0
    ? `has options that MongoDB’s driver does not accept: check the name and value of ${answer.join(', ')}`
    : 'is not a valid MongoDB connection string: check for a misspelt option, a % or @ in the password that is not percent-encoded, or a dot in the database’s name';
}

const settingOf = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined;

/** Reads a secret from the environment or a file. Throws InvalidConfig if both are set, or the file is empty. */
function secretOf(env: Environment, name: (typeof secretSettings)[number]): string | undefined {
  const value = settingOf(env, name);
  const path = settingOf(env, `${name}_FILE`);
  if (!path) return value;
  if (value) throw new InvalidConfig(`${name} and ${name}_FILE are both set: remove one of them`);
  const text = textOf(path, name);
  if (text.trim() === '') throw new InvalidConfig(`${name}_FILE names a file that is empty`);
  return name === 'API_KEYS' ? entryPerLine(text) : text.trim();
}

/**
 * Joins lines to entries. Blank lines and comments stay as blank entries, so that an entry's number is that of
 * its line.
 */
const entryPerLine = (text: string): string =>
  text
    .split(/\r\n|[\r\n]/)
    .map((line) => (line.trim().startsWith('#') ? '' : line))
    .join(',');

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidConfig(`${name}_FILE names a file that cannot be read (${code})`);
  }
}
