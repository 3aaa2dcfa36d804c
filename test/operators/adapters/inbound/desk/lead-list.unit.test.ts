import { afterEach, expect, it } from 'vitest';
import { leadTable } from '../../../../../src/operators/adapters/inbound/desk/pages/lead-list.ts';
import { inUtc } from '../../../../../src/operators/adapters/inbound/desk/times.ts';
import {
  leadColumns,
  type RowPart,
} from '../../../../../src/operators/adapters/inbound/presentation/lead-columns.ts';
import { TimeZone } from '../../../../../src/operators/domain/time-zone.ts';
import { summaryOf } from '../../../../../src/operators/domain/work/deal-summary.ts';
import { dealOf } from '../../../../../suites/samples.ts';

const columns: Record<string, unknown> = leadColumns;
afterEach(() => {
  delete columns.hue;
});

const now = new Date('2026-05-01T08:00:00Z');
const lead = { ...summaryOf(dealOf({}, { contactId: 'con_1', receivedAt: now })), answer: undefined };

/** The cells of the lead's row, by their class. */
function rowWith(desk: RowPart | 'none'): Record<string, string> {
  columns.hue = { head: 'Hue', desk, value: () => '<blue>' };
  const table = leadTable([lead], { zone: TimeZone.own(), people: [], reasons: [], me: 'ada', now });
  const cells = table.textWith(inUtc).matchAll(/<t[hd][^>]* class="(\w+)"[^>]*>(.*?)<\/t[hd]>/gs);
  return Object.fromEntries([...cells].map(([, name = '', cell = '']) => [name, cell]));
}

it.each([
  ['who', 'who'],
  ['wish', 'about'],
  ['facts', 'about'],
  ['when', 'when'],
  ['state', 'state'],
] as const)('a new column of the part %s stands in the cell %s', (part, cell) => {
  const row = rowWith(part);
  const shown = Object.entries(row).filter(([, text]) => text.includes('<bdi>&#60;blue&#62;</bdi>'));
  expect(shown.map(([name]) => name)).toEqual([cell]);
});

it('a column whose place is none is not in the row', () => {
  expect(Object.values(rowWith('none')).join()).not.toContain('blue');
});
