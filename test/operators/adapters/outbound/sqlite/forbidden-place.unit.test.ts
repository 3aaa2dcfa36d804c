import { expect, it } from 'vitest';
import { asForbidden } from '../../../../../src/operators/adapters/outbound/sqlite/forbidden-place.ts';
import { NotCopied } from '../../../../../src/operators/application/not-copied.ts';

const nodeError = (code: string) => Object.assign(new Error(`${code}: lstat`), { code, syscall: 'lstat' });

it('says which place this user may not use, and leaves other errors as they are', () => {
  const told = asForbidden(nodeError('EACCES'), '/closed/before.db');
  expect(told).toBeInstanceOf(NotCopied);
  expect((told as Error).message).toMatch(
    /^The user of this command may not use \/closed\/before\.db \(EACCES\): /,
  );
  const full = nodeError('ENOSPC');
  expect(asForbidden(full, '/closed/before.db')).toBe(full);
});
