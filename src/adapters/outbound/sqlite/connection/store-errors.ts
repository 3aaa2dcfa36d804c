import { Fault } from '../../../../application/ports/outbound/fault.ts';
import { StoreUnavailable, StoreUnfit } from '../../../../application/ports/outbound/store.ts';

/** The meaning of SQLite's codes for states that pass, or that an operator can mend. */
const mendable = new Map<number, string>([
  [3, 'its rights forbid it'],
  [5, 'another process holds its lock'],
  [6, 'it is locked'],
  [7, 'there is no memory left'],
  [8, 'it, its log or the index of that cannot be written'],
  [10, 'the disk fails'],
  [11, 'a part of it is spoiled: restore a backup'],
  [13, 'its disk is full'],
  [14, 'it cannot be opened'],
  [15, 'its lock cannot be had'],
  [26, 'it is spoiled, or no database: restore a backup'],
]);

/** Messages for extended result codes that say more than their primary code. */
const extended = new Map<number, string>([
  [
    5386,
    'its file system cannot map its index into memory, as some network shares cannot: keep it on a disk of this machine',
  ],
]);

const BUSY = 5;
const CORRUPT = 11;
export const FULL = 13;

/** SQLite refused for good. Its message is left out, as it may quote a customer. */
export class StoreRefused extends Fault {
  override readonly name = 'StoreRefused';
}

/** The disk is full, and what was to be written is not kept. */
export class DiskFull extends StoreUnavailable {
  constructor() {
    super('the disk of the file of leads is full');
  }
}

/**
 * Turns an error of SQLite into StoreUnavailable, or into StoreRefused if no retry helps. Other errors are
 * returned unchanged.
 */
export function asStoreError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  const words = extended.get((error as { errcode: number }).errcode) ?? mendable.get(code);
  if (code === FULL) return new DiskFull();
  if (words) return new StoreUnavailable(`the file of leads cannot be used: ${words}`);
  return new StoreRefused(`SQLite refused with code ${code}`, `SQLITE ${code}`);
}

/**
 * Turns an error of a rehearsal, which has no customer in it, into one that quotes SQLite and names the statement.
 * Other errors are returned unchanged.
 */
export function asRehearsed(error: unknown, statement: string): unknown {
  const known = asStoreError(error);
  if (known === error) return error;
  const cause = `${statement}: ${(error as Error).message}`;
  return known instanceof StoreUnavailable
    ? new StoreUnavailable(`${known.message} (${cause})`)
    : new StoreUnfit(`the file of leads cannot keep a lead (${cause})`);
}

/** Whether another process writes, or did a moment ago. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

export const isFull = (error: unknown): boolean => codeOf(error) === FULL;

/** Whether the connection may be at fault, and not the statement: then the next use opens another one. */
export function isOfConnection(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && mendable.has(code) && code !== BUSY && code !== FULL;
}

/** SQLite's primary code; `undefined` for other errors. A stored text that is not JSON counts as damage. */
export function codeOf(error: unknown): number | undefined {
  const { errcode, message } = (error ?? {}) as { readonly errcode?: unknown; readonly message?: unknown };
  if (error instanceof SyntaxError || message === 'malformed JSON') return CORRUPT;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}
