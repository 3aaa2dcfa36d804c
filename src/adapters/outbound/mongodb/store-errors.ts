import {
  BSON,
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
  type TopologyDescription,
} from 'mongodb';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';

const duplicateKey = 11000;
const unauthorized = 13;

/** Codes that the server returns while it cannot do its work, but may be able to later, perhaps after an operator's help. */
const transientCodes = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  unauthorized,
  18, // AuthenticationFailed
  24, // LockTimeout
  43, // CursorNotFound
  46, // LockBusy
  50, // MaxTimeMSExpired
  64, // WriteConcernFailed
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  117, // ConflictingOperationInProgress
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  146, // ExceededMemoryLimit
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  211, // KeyNotFound
  215, // DatabaseDropPending
  237, // CursorKilled
  246, // SnapshotUnavailable
  262, // ExceededTimeLimit
  365, // TemporarilyUnavailable
  371, // UserWritesBlocked
  462, // IngressRequestRateLimitExceeded
  8000, // AtlasError: authentication failed
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11601, // Interrupted
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/** With one of these, the server or the driver says the same. */
const transientLabels = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError'];

/** The database refuses permanently. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly code: string;

  constructor(code: string) {
    super(`the store refused: ${code}`);
    this.code = code;
  }
}

/**
 * A driver error as StoreUnavailable, or as StoreRefused if it is permanent; any other error unchanged. Neither
 * carries the driver's message, which quotes documents.
 */
export function asStoreError(error: unknown): unknown {
  const origin = originOf(error);
  if (isSystemError(origin)) return new StoreUnavailable(kindOf(origin));
  if (!(origin instanceof MongoError || origin instanceof BSON.BSONError)) return error;
  return isPermanent(origin) ? new StoreRefused(kindOf(origin)) : new StoreUnavailable(kindOf(origin));
}

/**
 * Turns any failure before the database could be used into StoreUnavailable: an unknown host, a wrong password, no
 * right to create an index on contacts or deals. All of these can be fixed without a restart. The message is for the
 * operator and quotes no address.
 */
export function asUnready(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const ofIndexes = error instanceof MongoServerError && inTheWayOfIndexes.get(error.code);
  if (ofIndexes) return new StoreUnavailable(`${ofIndexes} on contacts or deals${fieldsOf(error)}`);
  return new StoreUnavailable(error instanceof Error ? kindOf(error) : typeof error);
}

/** The fields of the index that duplicates prevent; never their values. */
const fieldsOf = ({ keyPattern }: MongoServerError): string =>
  keyPattern ? ` (${Object.keys(keyPattern).join(', ')})` : '';

const inTheWayOfIndexes = new Map<unknown, string>([
  [unauthorized, 'MONGODB_URI names no user who may create indexes'],
  [85, 'an index like one of the service, but with another name or other options, exists'],
  [86, 'an index with the name of one of the service, but with another key, exists'],
  [duplicateKey, 'duplicates prevent a unique index'],
]);

const rejected =
  'user name or password in MONGODB_URI was rejected, or authSource does not name the database of the user';

const inWords = new Map<unknown, string>([
  [unauthorized, 'MONGODB_URI names no user who may do this'],
  [18, rejected],
  [8000, rejected],
  [50, 'it took too long'],
  [64, 'too few members of the replica set confirmed a write'],
  [73, 'the name of the database in MONGODB_URI is not allowed'],
  [100, 'the replica set has too few members for a majority'],
  [112, 'writes were in the way of each other'],
  [133, 'no suitable member of the replica set was found'],
  [462, 'the server has too much to do'],
  [189, 'the primary stepped down'],
  [10107, 'the server is not the primary of its replica set'],
  [
    13297,
    'the server has a database whose name differs from the one in MONGODB_URI only in upper and lower case',
  ],
  [14031, 'a disk is full'],
]);
/** By name: the driver keeps some of these classes to itself. */
const byName = new Map<string, string>([
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

/** Such as `MongoServerError 121` or `Error querySrv ENOTFOUND`: nothing from the message. */
function kindOf(error: Error): string {
  if (error instanceof MongoServerSelectionError && error.reason) return whyNoServer(error.reason);
  const words = error instanceof MongoServerError && inWords.get(error.code);
  if (words) return words;
  if (error instanceof MongoTopologyClosedError) return 'no server answered, and the connection starts anew';
  const named = byName.get(error.name);
  if (named) return named;
  if (lost.some((kind) => error instanceof kind)) return `the connection was lost (${error.name})`;
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (isBrokenSocket(error)) return `the connection was lost (${code})`;
  if (syscall === 'open') return `a file named in MONGODB_URI cannot be read (${code})`;
  return [error.name, syscall, code].filter(Boolean).join(' ');
}

/** What the driver has seen of the servers, without their addresses. */
function whyNoServer({ servers }: TopologyDescription): string {
  const seen = [...servers.values()];
  if (seen.length === 0) return 'no server belongs to the replica set named in MONGODB_URI';
  if (seen.some(({ type }) => type === 'RSGhost')) return 'the replica set has not been initiated';
  if (seen.some(({ type }) => type !== 'Unknown')) return 'the replica set has no primary';
  const causes = new Set(seen.map(({ error }) => codeOf(error)));
  const known = [...causes].filter(Boolean).join(', ');
  const hint = seen.every(({ error }) => hungUp(error)) ? '; perhaps only one side uses TLS' : '';
  return `no server answers${known && ` (${known})`}${hint}`;
}

const codeOf = (error: Error | null | undefined): string | undefined =>
  (error?.cause as NodeJS.ErrnoException | undefined)?.code;

/** Whether the server ended the connection. One that is silent, or behind a firewall, ends as a timeout or without an error. */
const hungUp = (error: Error | null | undefined): boolean =>
  error instanceof MongoNetworkError &&
  !(error instanceof MongoNetworkTimeoutError) &&
  [undefined, 'ECONNRESET'].includes(codeOf(error));

/** The outcome of one document of a batch. */
export function asOutcome({ code }: { readonly code?: unknown }): 'duplicate' | Error {
  if (code === duplicateKey) return 'duplicate';
  return transientCodes.has(code)
    ? new StoreUnavailable(inWords.get(code) ?? `write error ${code}`)
    : new StoreRefused(`write error ${code}`);
}

/** Whether the requested durability is in doubt: then for every document, whatever else the error says. */
export const isDurabilityInDoubt = (error: unknown): boolean =>
  error instanceof MongoWriteConcernError ||
  (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined);

/** A socket that breaks while the driver writes to it: the driver passes on Node's own error. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ('syscall' in error || isBrokenSocket(error));

/** Node names no system call for a write after the server has ended the connection. */
const isBrokenSocket = ({ syscall, code }: NodeJS.ErrnoException): boolean =>
  syscall === 'read' || syscall === 'write' || code === 'EPIPE';

/** The user has no right to this, or the connection is no longer signed in. */
export function isUnauthorized(error: unknown): boolean {
  const origin = originOf(error);
  return origin instanceof MongoServerError && origin.code === unauthorized;
}

function isPermanent(origin: Error): boolean {
  if (isDurabilityInDoubt(origin)) return false;
  if (!(origin instanceof MongoServerError)) {
    return origin instanceof BSON.BSONError || origin instanceof MongoInvalidArgumentError;
  }
  return !transientCodes.has(origin.code) && !transientLabels.some((label) => origin.hasErrorLabel(label));
}

/** A bulk write wraps every error, even a lost connection, in an error class of its own. */
function originOf(error: unknown): unknown {
  const wraps = error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof Error;
  return wraps ? error.errorResponse : error;
}
