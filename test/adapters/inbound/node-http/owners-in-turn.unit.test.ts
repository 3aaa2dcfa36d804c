import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OwnersInTurn } from '../../../../src/adapters/inbound/node-http/owners-in-turn.ts';

it('one has its turn in each turn of the event loop, and nobody has two while another waits', async () => {
  const turns = new OwnersInTurn();
  const order: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2', 'a4'])
    void turns.turnOf(name.slice(0, 1)).then(() => order.push(name));
  const after: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    await turn();
    after.push(order.length);
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  expect(after).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
  void turns.turnOf('d').then(() => order.push('d1'));
  await turn();
  expect(order.at(-1)).toBe('d1');
});
