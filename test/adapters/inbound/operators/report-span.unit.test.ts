import { describe, expect, it } from 'vitest';
import {
  monthBeside,
  spanName,
  spanOf,
  spanQuery,
} from '../../../../src/adapters/inbound/desk/pages/report-span.ts';

const now = new Date('2026-11-25T23:30:00Z');
const asked = (query: string) => spanOf(new URLSearchParams(query), now);
const times = (query: string) => {
  const span = asked(query);
  return span && `${span.since.toISOString().slice(0, 10)} ${span.until.toISOString().slice(0, 10)}`;
};

describe('the span of a report', () => {
  it.each([
    ['', '2026-11-01 2026-12-01'],
    ['month=', '2026-11-01 2026-12-01'],
    ['month=2026-12', '2026-12-01 2027-01-01'],
    ['month=2024-02', '2024-02-01 2024-03-01'],
    ['since=2026-05-04&until=2026-05-04', '2026-05-04 2026-05-05'],
    ['since=2026-05-04', '2026-05-04 2026-11-26'],
    ['since=2024-02-29&until=2024-12-31', '2024-02-29 2025-01-01'],
  ])('of “%s” is %s', (query, expected) => {
    expect(times(query)).toBe(expected);
  });

  it.each([
    ...['month=2026-13', 'month=2026-1', 'month=x', 'since=2026-02-30', 'since=2026-05-04&until=2026-05-03'],
    ...['until=2026-05-04', 'since=tomorrow', 'since=2026-12-01'],
  ])('is none for “%s”', (query) => {
    expect(asked(query)).toBeUndefined();
  });

  it('has a name, an address that gives it again, and months beside it', () => {
    const month = asked('month=2026-01');
    const days = asked('since=2026-05-04&until=2026-06-02');
    if (!month || !days) throw new Error('No span.');
    const names = [month, days].map((span) => spanName(span).replace(/\s/g, ' '));
    expect(names).toEqual(['January 2026', '4 May – 2 June 2026']);
    expect([month, days].map((span) => asked(spanQuery(span)))).toEqual([month, days]);
    expect([monthBeside(month, -1), monthBeside(month, 1)]).toEqual(['2025-12', '2026-02']);
  });
});
