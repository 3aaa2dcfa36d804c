import { expect, test } from 'vitest';
import { listTable } from '../../../../../src/operators/adapters/inbound/desk/list-table.ts';
import { inUtc } from '../../../../../src/operators/adapters/inbound/desk/times.ts';
import type { Columns } from '../../../../../src/operators/adapters/inbound/presentation/list.ts';

interface Car {
  readonly name: string;
  readonly miles?: number;
  readonly sold?: Date;
}

const columns = {
  miles: { head: 'Miles', value: ({ miles }) => miles },
  name: { head: 'Name', value: ({ name }) => name },
  code: { head: 'Code', in: ['sheet'], value: ({ name }) => name },
  sold: { head: 'Sold', kind: 'time', value: ({ sold }) => sold },
} as const satisfies Columns<Car>;

const cellsOf = (shown: Parameters<typeof listTable<Car, unknown, typeof columns>>[1]['shown'], car: Car) =>
  [
    ...listTable([car], { columns, shown })
      .textWith(inUtc)
      .matchAll(/<t[hd](?: [^>]*)?>(.*?)<\/t[hd]>/g),
  ].map(([, text]) => text);

test('shows what stands first, then every other column that the desk has', () => {
  expect(cellsOf(['name'], { name: 'T <1>', miles: 7 })).toEqual([
    ...['Name', 'Miles', 'Sold'],
    ...['<bdi>T &#60;1&#62;</bdi>', '<bdi>7</bdi>', ''],
  ]);
});

test('says what there is to say where a row has nothing', () => {
  const shown = ['name', { of: 'sold', none: 'not yet' }] as const;
  expect(cellsOf(shown, { name: 'T' }).at(-2)).toBe('<span class="soft">not yet</span>');
  const sold = new Date('2026-05-01T08:00:00Z');
  expect(cellsOf(shown, { name: 'T', sold }).at(-2)).toBe('<time>2026-05-01T08:00:00.000Z</time>');
});
