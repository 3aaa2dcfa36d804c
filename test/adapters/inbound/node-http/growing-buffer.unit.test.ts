import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingBuffer } from '../../../../src/adapters/inbound/node-http/growing-buffer.ts';

it('is what was pushed, in order, in whatever chunks', () => {
  const chunk = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 40 }), (chunks) => {
      const growing = new GrowingBuffer();
      for (const each of chunks) growing.push(each);
      expect(growing.whole).toEqual(Buffer.concat(chunks));
    }),
  );
});

it('changes no chunk that it was given', () => {
  const growing = new GrowingBuffer();
  const first = Buffer.from('abc');
  growing.push(first);
  growing.push(Buffer.from('d'));
  expect(String(first)).toBe('abc');
});

it('occupies little more than its bytes, however small the chunks are', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const occupied = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = occupied();
  const growing = new GrowingBuffer();
  for (let byte = 0; byte < 600_000; byte += 1) growing.push(Buffer.from('x'));
  expect(occupied() - before).toBeLessThan(6_000_000);
  expect(growing.whole).toHaveLength(600_000);
});
