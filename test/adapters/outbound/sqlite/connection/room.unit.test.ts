import { expect, it } from 'vitest';
import { roomProblem } from '../../../../../src/adapters/outbound/sqlite/connection/room.ts';

const MEBIBYTE = 1024 ** 2;

it.each([
  [256, 10, undefined],
  [255, 10, '255 MiB left: it should have 256 MiB'],
  [1_000, 1_000, undefined],
  [1_000, 1_001, '1000 MiB left: it should have 1001 MiB'],
])('%i MiB left on the disk, beside a file of %i', (free, size, problem) => {
  const told = roomProblem({ bavail: free * 256, bsize: 4_096 }, size * MEBIBYTE);
  expect(told).toEqual(problem && expect.stringContaining(problem));
});
