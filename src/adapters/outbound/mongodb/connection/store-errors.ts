import {
  BSON,
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
import { Fault } from '../../../../application/ports/outbound/fault.ts';
import { StoreUnavailable, StoreUnfit } from '../../../../application/ports/outbound/store.ts';
import { inShort, inWords, isBrokenSocket } from './error-words.ts';

const duplicateKey = 11000;
const unauthorized = 13;

/**
 * Codes of refusals that neither a retry nor an operator can mend, because of the command or the document
 * itself. All other errors may pass.
 */
const permanentCodes = new Set<unknown>([
  2, // BadValue
  9, // FailedToParse
  14, // TypeMismatch
  22, // InvalidBSON
  121, // DocumentValidationFailure
  10334, // BSONObjectTooLarge
  duplicateKey,
  17419, // the document would be too large after the update
]);

/** The database refused for good. */
export class StoreRefused extends Fault {
  override readonly name = 'StoreRefused';

  constructor(code: string) {
    super(`the store refused: ${code}`, code);
  }
}

/**
 * Turns a driver's error into StoreUnavailable, or into StoreRefused if it is permanent. Other errors are
 * returned unchanged. Neither has the driver's message, which quotes documents.
 */
export function asStoreError(error: unknown): unknown {
  const origin = originOf(error);
  if (isSystemError(origin)) return new StoreUnavailable(inShort(origin));
  if (!(origin instanceof MongoError || origin instanceof BSON.BSONError)) return error;
  return isPermanent(origin) ? new StoreRefused(inShort(origin)) : new StoreUnavailable(inShort(origin));
}

/**
 * Turns any failure before the first use of the database into StoreUnavailable: an unknown host, a wrong
 * password, no right to create an index. All can be mended without a restart. The message is for the operator
 * and quotes no address.
 */
export function asUnready(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const ofIndexes = error instanceof MongoServerError && inTheWayOfIndexes.get(error.code);
  if (ofIndexes) return new StoreUnavailable(`${ofIndexes} on contacts or deals${fieldsOf(error)}`);
  return new StoreUnavailable(error instanceof Error ? inShort(error) : typeof error);
}

/** Turns an error of a rehearsal into one that names MongoDB's code and the command. Others are returned unchanged. */
export function asRehearsed(error: unknown, command: string): unknown {
  const known = asStoreError(error);
  if (!(error instanceof MongoError) || known === error) return error;
  const cause = [command, error.code, (error as MongoServerError).codeName].filter(Boolean).join(' ');
  return known instanceof StoreUnavailable
    ? new StoreUnavailable(`${known.message} (${cause})`)
    : new StoreUnfit(`MongoDB cannot keep a lead (${cause})`);
}

/** The fields of the index that duplicates prevent, but never their values. */
const fieldsOf = ({ keyPattern }: MongoServerError): string =>
  keyPattern ? ` (${Object.keys(keyPattern).join(', ')})` : '';

const inTheWayOfIndexes = new Map<unknown, string>([
  [unauthorized, 'MONGODB_URI names no user who may create indexes'],
  [85, 'an index like one of the service, but with another name or other options, exists'],
  [86, 'an index with the name of one of the service, but with another key, exists'],
  [duplicateKey, 'duplicates prevent a unique index'],
]);

/** The outcome of one document in a batch. */
export function asOutcome({ code }: { readonly code?: unknown }): 'duplicate' | Error {
  if (code === duplicateKey) return 'duplicate';
  return permanentCodes.has(code)
    ? new StoreRefused(`write error ${code}`)
    : new StoreUnavailable(inWords.get(code) ?? `write error ${code}`);
}

/** Whether an error leaves the requested durability in doubt, which is then so for every document. */
export const isDurabilityInDoubt = (error: unknown): boolean =>
  error instanceof MongoWriteConcernError ||
  (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined);

/** Whether Node reported a broken socket, whose error the driver passes on. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ('syscall' in error || isBrokenSocket(error));

/** Whether the user lacks a right, or the connection is no longer signed in. */
export function isUnauthorized(error: unknown): boolean {
  const origin = originOf(error);
  return origin instanceof MongoServerError && origin.code === unauthorized;
}

function isPermanent(origin: Error): boolean {
  if (isDurabilityInDoubt(origin)) return false;
  if (origin instanceof MongoServerError) return permanentCodes.has(origin.code);
  return origin instanceof BSON.BSONError || origin instanceof MongoInvalidArgumentError;
}

/** The error inside the class in which bulk writes wrap every error, even a lost connection. */
function originOf(error: unknown): unknown {
  const wraps = error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof Error;
  return wraps ? error.errorResponse : error;
}
