import { MongoClient } from 'mongodb';
import { clientOptions } from './client-options.ts';

/**
 * Checks a connection string. True if it can be used. Otherwise a reason that repeats no part of the string, or the
 * names of the options that the driver does not accept: none if the mistake is elsewhere. A name is never a part of a
 * password.
 */
export function isConnectionString(uri: string): true | string | readonly string[] {
  if (isAccepted(uri))
    return mistakeIn(uri, new MongoClient(withoutOverridden(uri)).db().databaseName) ?? true;
  const { head, options } = partsOf(uri);
  if (options.some((option) => /^authMechanism=MONGODB-AWS$/i.test(option)) && head.includes('@'))
    return 'has AWS keys, which MongoDB’s driver takes from the environment (AWS_ACCESS_KEY_ID and others) or the role of the machine: leave out what stands before the @';
  if (!isAccepted(head)) return [];
  const alone = options.filter((option) => !isAccepted(`${head}?${option}`));
  const inTheWay = options.filter((option) =>
    isAccepted(`${head}?${options.filter((other) => nameOf(other) !== nameOf(option)).join('&')}`),
  );
  const names = (alone.length > 0 ? alone : inTheWay).map(nameOf).filter((name) => /^\w{1,60}$/.test(name));
  return [...new Set(names)];
}

/**
 * The mistake in a connection string that the driver accepts: after a forgotten `?`, it takes options for a part of
 * the database's name; after a `#`, it reads nothing.
 */
export function mistakeIn(uri: string, database: string): string | undefined {
  if (uri.includes('#')) return 'has a #, after which MongoDB’s driver reads nothing: leave it out';
  if (!/[&=;\s]/.test(database)) return undefined;
  return 'has &, =, ; or a blank in the name of the database: options follow a ?, as in …/leads?tls=true';
}

function isAccepted(uri: string): boolean {
  try {
    new MongoClient(withoutOverridden(uri), clientOptions).db();
    return true;
  } catch {
    return false;
  }
}

/**
 * Options that `clientOptions` decide, also by old names: in the URI they would override ours, or conflict with
 * them.
 */
const overridden = new Set(
  [
    ...Object.keys(clientOptions),
    'j',
    'fsync',
    'safe',
    'wtimeout',
    'readConcern',
    'writeConcern',
    'slaveOk',
    'readPreferenceTags',
    'maxStalenessSeconds',
  ].map((name) => name.toLowerCase()),
);

/** The URI without options that the service itself decides. */
export function withoutOverridden(uri: string): string {
  const { head, options } = partsOf(uri);
  const kept = options.filter((option) => !overridden.has(nameOf(option).toLowerCase()));
  return kept.length > 0 ? `${head}?${kept.join('&')}` : head;
}

/** The address and the options. With an @ in the options there are none: it may belong to a password. */
function partsOf(uri: string): { readonly head: string; readonly options: readonly string[] } {
  const [head = uri] = /^[^/]+:\/\/(?:[^@]*@)?[^?@]+/.exec(uri) ?? [];
  const query = uri.slice(head.length);
  if (!query.startsWith('?') || query.includes('@')) return { head: uri, options: [] };
  return { head, options: query.slice(1).split('&').filter(Boolean) };
}

const nameOf = (option: string): string => option.split('=')[0] ?? '';

/** Whether the URI names a database. Without a name, the driver takes `test`. */
export const namesDatabase = (uri: string): boolean => /^[^/]+\/\/[^/?]+\/[^?]/.test(uri);
