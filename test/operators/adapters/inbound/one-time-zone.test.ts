import { expect, it } from 'vitest';
import { commandLine } from '../../../support/command-line.ts';
import { openDesk } from '../../../support/desk.ts';
import { zoneOf } from '../../../support/time-zone.ts';

type Span = readonly [zone: string, span: string, begins: string, ends: string];

/** Written down from the laws of these places, not from our own calendar. */
const months: readonly Span[] = [
  ['UTC', '2026-05', '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
  ['America/New_York', '2026-03', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ['America/Havana', '2026-03', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ['America/Havana', '2026-11', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['Asia/Beirut', '2026-10', '2026-09-30T21:00:00.000Z', '2026-10-31T22:00:00.000Z'],
  ['Africa/Cairo', '2026-04', '2026-03-31T22:00:00.000Z', '2026-04-30T21:00:00.000Z'],
  ['America/Asuncion', '2023-10', '2023-10-01T04:00:00.000Z', '2023-11-01T03:00:00.000Z'], // begins at 1:00
  ['Asia/Kathmandu', '2026-12', '2026-11-30T18:15:00.000Z', '2026-12-31T18:15:00.000Z'],
];
const days: readonly Span[] = [
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'], // begins at 1:00
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'], // has 0:30 twice
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'], // begins at 1:00
  ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', '2026-10-24T22:00:00.000Z'], // has 23:30 twice
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'], // begins at 1:00
  ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
];

/** A desk and a command line on the same leads: two in the span, at its very ends, and one just before and after it. */
async function business([zone, , begins, ends]: Span) {
  const timeZone = zoneOf(zone);
  const desk = await openDesk(undefined, timeZone);
  const now = desk.time.now;
  const moments = { before: Date.parse(begins) - 1, first: Date.parse(begins) };
  for (const [id, at] of Object.entries({
    ...moments,
    last: Date.parse(ends) - 1,
    after: Date.parse(ends),
  })) {
    desk.time.now = at;
    await desk.submit(id, { draft: { email: `${id}@example.com` } });
  }
  desk.time.now = now;
  const { leads } = commandLine(timeZone);
  const context = { operator: async () => desk.operator, clock: desk.clock };
  return {
    desk,
    ask: async (path: string) => {
      const { link } = await desk.access.makeLink({ name: 'Grace', role: 'admin', by: 'test' });
      const { text: session } = await desk.access.openLink(link);
      const answer = await fetch(desk.origin + path, { headers: { cookie: `desk=${session}` } });
      return { name: answer.headers.get('content-disposition'), text: await answer.text() };
    },
    leads: async (...args: string[]) => (await leads(args, context)).out,
  };
}

const isListed = (text: string): string[] =>
  ['before', 'first', 'last', 'after'].filter((id) => new RegExp(`(^|[/"])${id}["?,]`, 'm').test(text));

const inIt = ['first', 'last'];

it.each(months)('the month of %s in %s is one for command line, desk and report', async (...span) => {
  const [zone, month, begins, ends] = span;
  const { desk, ask, leads } = await business(span);
  await using _ = desk;
  const report = JSON.parse(await leads('report', '--month', month, '--json'));
  expect([report.since, report.until, report.total.received]).toEqual([begins, ends, 2]);
  expect(report.days.map(({ day }: { day: string }) => day.slice(0, 7))).toEqual([month, month]);
  const page = await ask(`/report?month=${month}`);
  expect(page.text).toContain('<dt>Received</dt><dd>2</dd>');
  expect(page.text.match(new RegExp(zone, 'g'))).toHaveLength(1);
  const file = await ask(`/report.csv?month=${month}`);
  expect([file.name, file.text]).toEqual([
    expect.stringContaining(`report-${month}.csv`),
    expect.stringMatching(new RegExp(`^Total,,2,.*\n(?:.*\n)*Time zone,${zone},`, 'm')),
  ]);
  expect(isListed(await leads('lead', 'list', '--since', month, '--until', month, '--json'))).toEqual(inIt);
});

it.each(days)('the day of %s %s is one for command line, desk and report', async (...span) => {
  const [zone, day, begins, ends] = span;
  const { desk, ask, leads } = await business(span);
  await using _ = desk;
  const query = `since=${day}&until=${day}`;
  const options = ['--since', day, '--until', day];
  expect(isListed(await leads('lead', 'list', ...options, '--json'))).toEqual(inIt);
  expect(isListed((await ask(`/?${query}`)).text)).toEqual(inIt);
  const { text } = await ask(`/leads.csv?${query}`);
  expect([isListed(text), text.match(new RegExp(zone, 'g'))]).toEqual([inIt, [zone]]);
  const report = JSON.parse(await leads('report', ...options, '--json'));
  expect([report.since, report.until, report.days]).toEqual([
    ...[begins, ends],
    [expect.objectContaining({ day, received: 2 })],
  ]);
  expect((await ask(`/report?${query}`)).text).toContain('<dt>Received</dt><dd>2</dd>');
  desk.time.now = Date.parse(ends) - 1;
  expect(isListed((await ask('/?since=today')).text)).toEqual(['first', 'last', 'after']); // none is of tomorrow in life
  desk.time.now = Date.parse(ends);
  expect(isListed((await ask('/?since=today')).text)).toEqual(['after']);
});
