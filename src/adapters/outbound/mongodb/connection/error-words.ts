import {
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';

const rejected =
  'user name or password in MONGODB_URI was rejected, or authSource does not name the database of the user';

/** The server's codes in words. */
export const inWords = new Map<unknown, string>([
  [13, 'MONGODB_URI names no user who may do this'],
  [18, rejected],
  [8000, rejected],
  [50, 'it took too long'],
  [64, 'too few members of the replica set confirmed a write'],
  [73, 'the name of the database in MONGODB_URI is not allowed'],
  [100, 'the replica set has too few members for a majority'],
  [112, 'writes were in the way of each other'],
  [133, 'no suitable member of the replica set was found'],
  [189, 'the primary stepped down'],
  [238, 'the database is not MongoDB, and lacks something that the service needs'],
  [301, 'the database has no retryable writes, which the service needs'],
  [462, 'the server has too much to do'],
  [10107, 'the server is not the primary of its replica set'],
  [
    13297,
    'the server has a database whose name differs from the one in MONGODB_URI only in upper and lower case',
  ],
  [14031, 'a disk is full'],
]);

/** The driver's errors in words, by name: some of these classes are not exported. */
const byName = new Map<string, string>([
  ['MongoTopologyClosedError', 'no server answered, and the connection starts anew'],
  ['MongoWaitQueueTimeoutError', 'no connection became free in time'],
  [
    'MongoMissingDependencyError',
    'MONGODB_URI has an option for which the driver needs a package that is not installed, such as compressors=snappy or authMechanism=GSSAPI',
  ],
  [
    'MongoAWSError',
    'MONGODB_URI signs in with AWS IAM, for which the driver found no credentials or not its optional package',
  ],
]);

const lost = [MongoNetworkError, MongoNotConnectedError];

/** An error in short, such as `MongoServerError 121`. Never its message. */
export function inShort(error: Error): string {
  if (error instanceof MongoServerSelectionError && error.reason) return whyNoServer(error.reason);
  const words = error instanceof MongoServerError ? inWords.get(error.code) : byName.get(error.name);
  if (words) return `${words}${forbiddenIn(error)}`;
  if (lost.some((kind) => error instanceof kind)) return `the connection was lost (${error.name})`;
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (isBrokenSocket(error)) return `the connection was lost (${code})`;
  if (syscall?.startsWith('query')) return `DNS could not find the host in MONGODB_URI (${syscall} ${code})`;
  if (syscall === 'open') return `a file named in MONGODB_URI cannot be read (${code})`;
  return [error.name, syscall, code].filter(Boolean).join(' ');
}

/** The command and collection that the server says the user may not use, in parentheses; nothing from a document. */
function forbiddenIn({ message }: Error): string {
  const [, command, collection] =
    /^not authorized on \S+ to execute command \{ (\w+): "(\w+)"/.exec(message) ?? [];
  return collection ? ` (${command} on ${collection})` : '';
}

/** The reason why no server was found, by what the driver has seen of the servers, without their addresses. */
function whyNoServer({ servers }: TopologyDescription): string {
  const seen = [...servers.values()];
  if (seen.length === 0) return 'no server belongs to the replica set named in MONGODB_URI';
  if (seen.some(({ type }) => type === 'RSGhost')) return 'the replica set has not been initiated';
  if (seen.some(({ type }) => type !== 'Unknown')) return 'the replica set has no primary';
  if (seen.every(({ error }) => hungUp(error)))
    return 'every connection is ended by the server; perhaps only one side uses TLS';
  const causes = new Set(seen.map(({ error }) => codeOf(error)));
  const known = [...causes].filter(Boolean).join(', ');
  return `no server answers${known && ` (${known})`}`;
}

const codeOf = (error: Error | null | undefined): string | undefined =>
  (error?.cause as NodeJS.ErrnoException | undefined)?.code;

/** Whether the server ended the connection. A silent server, or one behind a firewall, gives a timeout or no error. */
const hungUp = (error: Error | null | undefined): boolean =>
  error instanceof MongoNetworkError &&
  !(error instanceof MongoNetworkTimeoutError) &&
  [undefined, 'ECONNRESET'].includes(codeOf(error));

/** Whether an error says that a socket broke. (For a write after the server's end, Node names no system call.) */
export const isBrokenSocket = ({ syscall, code }: NodeJS.ErrnoException): boolean =>
  syscall === 'read' || syscall === 'write' || code === 'EPIPE';
