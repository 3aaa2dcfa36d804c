import { MongoBulkWriteError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { asStoreError } from '../../../../src/adapters/outbound/mongodb/store-errors.ts';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';

describe('a socket that breaks while the driver writes to it', () => {
  const broken = Object.assign(new Error('write ECONNRESET'), {
    errno: -104,
    code: 'ECONNRESET',
    syscall: 'write',
  });

  it.each([
    ['alone', broken],
    ['in a bulk write', new MongoBulkWriteError(broken as never, {} as never)],
  ])('makes the store unavailable: %s', (_how, error) => {
    expect(asStoreError(error)).toEqual(new StoreUnavailable('Error write ECONNRESET'));
  });

  it('is told apart from a mistake in the code, which passes unchanged', () => {
    const mistake = new TypeError('x is not a function');
    expect(asStoreError(mistake)).toBe(mistake);
  });
});
