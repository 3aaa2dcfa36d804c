import { Fault } from '../../../../application/ports/outbound/fault.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';

/** What SQLite's codes mean, for those that an operator can mend, or that pass. */
const mendable = new Map<number, string>([
  [3, 'its rights forbid it'],
  [5, 'another process holds its lock'],
  [6, 'it is locked'],
  [7, 'there is no memory left'],
  [8, 'it cannot be written'],
  [10, 'the disk fails'],
  [11, 'a part of it is spoiled: restore a backup'],
  [13, 'the disk is full'],
  [14, 'it cannot be opened'],
  [15, 'its lock cannot be had'],
  [26, 'it is spoiled, or no database: restore a backup'],
]);

const [BUSY, CORRUPT, FULL] = [5, 11, 13];

/** SQLite refuses for good. Without its message, which may quote what was to be kept. */
export class StoreRefused extends Fault {
  override readonly name = 'StoreRefused';
}

/** An error of SQLite's as StoreUnavailable, or as StoreRefused if no retry mends it; any other error unchanged. */
export function asStoreError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  const words = mendable.get(code);
  if (words) return new StoreUnavailable(`the file of leads cannot be used: ${words}`);
  return new StoreRefused(`SQLite refused with code ${code}`, `SQLITE ${code}`);
}

/** Another process writes, or did a moment ago. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

/** What may be wrong with the connection, and not with what it was asked: the next use opens another one. */
export function isOfConnection(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && mendable.has(code) && code !== BUSY && code !== FULL;
}

/** The primary code; `undefined` for an error that is not SQLite's. A kept text that is no JSON was spoiled. */
function codeOf(error: unknown): number | undefined {
  const { errcode, message } = (error ?? {}) as { readonly errcode?: unknown; readonly message?: unknown };
  if (error instanceof SyntaxError || message === 'malformed JSON') return CORRUPT;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}
