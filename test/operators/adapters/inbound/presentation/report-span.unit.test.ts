import { describe, expect, it } from 'vitest';
import { InvalidValue } from '../../../../../src/operators/adapters/inbound/presentation/invalid-value.ts';
import {
  monthBeside,
  spanName,
  spanOf,
  spanQuery,
} from '../../../../../src/operators/adapters/inbound/presentation/report-span.ts';
import type { TimeZone } from '../../../../../src/operators/domain/time-zone.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

const now = new Date('2026-11-25T23:30:00Z');
const asked = (query: string) => spanOf(Object.fromEntries(new URLSearchParams(query)), now, zoneOf('UTC'));
const times = (query: string) => {
  const span = asked(query);
  return `${span.since.toISOString().slice(0, 10)} ${span.until.toISOString().slice(0, 10)}`;
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
    ...['until=2026-05-04', 'since=tomorrow', 'since=2026-12-01', 'month=0000-01', 'month=9999-12'],
    ...['since=0000-01-01', 'since=2026-05-04&until=9999-12-31', 'since=%2B275760-09-13'],
  ])('is none for “%s”', (query) => {
    expect(() => asked(query)).toThrow(InvalidValue);
  });

  it('has a name, an address that gives it again, and months beside it', () => {
    const month = asked('month=2026-01');
    const days = asked('since=2026-05-04&until=2026-06-02');
    const utc = zoneOf('UTC');
    const names = (zone: TimeZone) => [month, days].map((span) => spanName(span, zone).replace(/\s/g, ' '));
    expect(names(utc)).toEqual(['January 2026', '4 May – 2 June 2026']);
    expect(names(utc.writtenAs('en-US')), 'LOCALE').toEqual(['January 2026', 'May 4 – June 2, 2026']);
    expect([month, days].map((span) => asked(spanQuery(span)))).toEqual([month, days]);
    expect([monthBeside(month, -1), monthBeside(month, 1)]).toEqual(['2025-12', '2026-02']);
  });
});
