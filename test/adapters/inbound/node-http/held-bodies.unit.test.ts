import { expect, it } from 'vitest';
import { HeldBodies, SMALL } from '../../../../src/adapters/inbound/node-http/held-bodies.ts';

const MEBIBYTE = 1024 ** 2;

/** How many bodies of so many bytes this owner gets room for, of at most a thousand. */
function filled(bodies: HeldBodies, owner: string, bytes: number): number {
  let count = 0;
  while (count < 1_000 && bodies.begin(owner).add(bytes)) count += 1;
  return count;
}

it('one alone may fill a third of what is there, and its share falls as others take theirs', () => {
  const bodies = new HeldBodies(128 * MEBIBYTE);
  const counts = ['a', 'b', 'c', 'd', 'e'].map((owner) => filled(bodies, owner, MEBIBYTE));
  expect(counts).toEqual([32, 21, 14, 9, 6]);
  expect(bodies.begin('f').add(MEBIBYTE)).toBe(true);
});

it('small bodies have room when large ones have taken all', () => {
  const bodies = new HeldBodies(128 * MEBIBYTE);
  const large = Array.from({ length: 100 }, (_, n) => filled(bodies, `large-${n}`, 20_000));
  expect(large.at(-1)).toBe(0);
  expect(filled(bodies, 'small', SMALL)).toBeGreaterThan(600);
});

it('who has filled the room of small ones goes on in that of all', () => {
  const bodies = new HeldBodies(4 * MEBIBYTE);
  expect(filled(bodies, 'a', SMALL)).toBe(21 + 64); // a third of 1 MiB, and of 3
});

it('a body that grows moves to where it has room, and leaves none taken', () => {
  const bodies = new HeldBodies(3 * MEBIBYTE);
  for (let round = 0; round < 1_000; round += 1) {
    const body = bodies.begin('a');
    for (const bytes of [10_000, 10_000, 500_000]) expect(body.add(bytes)).toBe(true);
    expect([body.add(MEBIBYTE), body.bytes]).toEqual([false, 520_000]);
    body.release();
  }
  expect(filled(bodies, 'a', 500_000)).toBe(1);
});
