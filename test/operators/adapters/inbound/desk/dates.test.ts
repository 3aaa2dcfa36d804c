import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServedDesk } from '../../../../support/served-desk.ts';

type Desk = Awaited<ReturnType<typeof openServedDesk>>;

let desk: Desk;
let hook: string;
let cookie: string;
beforeAll(async () => {
  desk = await openServedDesk();
  hook = (await desk.operator.addHook({ url: 'http://127.0.0.1:9/', by: 'test' })).hook.id;
  cookie = await desk.cookie();
});
afterAll(() => desk[Symbol.asyncDispose]());

const days = ['0000-01-01', '0001-01-01', '9999-12-31', '9999-01-01', '+275760-09-13', '-271821-04-20'];
const malformed = [
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  'x',
  '31',
  '2026-05-01T00:00Z',
  '\u0000',
  '１９９９-01-01',
];
const numbers = [
  '8640000000000000',
  '8640000000000001',
  '253402300800000',
  '-1',
  '1e3',
  'NaN',
  'x',
  '9'.repeat(40),
];
const zones = ['', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York'];

async function expectRefusal(path: string, at: Desk = desk, as: string = cookie) {
  const { status, body } = await at.ask(path, { headers: { cookie: as } });
  expect([path, status, at.log()]).toEqual([path, 400, '']);
  expect([path, body]).toEqual([
    path,
    expect.stringMatching(/A day is one such as|Use a form|This is no (time|place)/),
  ]);
}

it.each(zones)(
  'a day that nobody can mean, or is none, is refused in words, in the zone “%s”',
  async (zone) => {
    await using at = await openServedDesk({ TIME_ZONE: zone });
    const as = await at.cookie();
    for (const day of [...days, ...malformed]) {
      const text = encodeURIComponent(day);
      for (const path of [
        ...[`/?since=${text}`, `/?until=${text}`, `/leads.csv?since=${text}`, `/leads.csv?until=${text}`],
        ...[
          `/audit?since=${text}`,
          `/audit?until=${text}`,
          `/report?since=${text}`,
          `/report.csv?since=${text}`,
        ],
        ...[`/report?since=2026-01-01&until=${text}`, `/report?month=${text}`, `/report.csv?month=${text}`],
      ])
        await expectRefusal(path, at, as);
    }
  },
);

it.each(['0000-01', '9999-12', '2026-00', '2026-1', '+275760-09'])('nor is a month %s', async (month) => {
  for (const path of ['/report', '/report.csv'])
    await expectRefusal(`${path}?month=${encodeURIComponent(month)}`);
});

it('a time that no page gave is refused in words', async () => {
  for (const number of numbers) {
    const text = encodeURIComponent(number);
    for (const path of [
      `/?before=${text}_x`,
      `/?before=${text}`,
      `/audit?before=${text}`,
      `/new-leads?opened=${text}`,
    ])
      await expectRefusal(path);
  }
  await expectRefusal('/new-leads');
});

it('a time from which to deliver again is one', async () => {
  for (const since of [...days, ...malformed.filter((text) => text !== '31'), '', '2026-01-01T25:00Z']) {
    const { status } = await desk.ask(`/hooks/${hook}/replay`, {
      method: 'POST',
      headers: { cookie, origin: desk.origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ since }).toString(),
    });
    expect([since, since === '2026-05-01T00:00Z' || status === 400, desk.log()]).toEqual([since, true, '']);
  }
});

it.each(zones)(
  'the first and the last day that are taken lead to no fault, in the zone “%s”',
  async (zone) => {
    await using at = await openServedDesk({ TIME_ZONE: zone });
    const as = await at.cookie();
    for (const day of ['1900-01-01', '2999-12-31'])
      for (const path of [
        ...[`/?since=${day}`, `/?until=${day}`, `/?since=${day}&until=${day}`, `/leads.csv?until=${day}`],
        ...[
          `/audit?since=${day}`,
          `/audit?until=${day}`,
          `/report?since=1900-01-01&until=${day}`,
          `/report?month=${day.slice(0, 7)}`,
        ],
      ])
        expect([path, (await at.ask(path, { headers: { cookie: as } })).status, at.log()]).toEqual([
          path,
          200,
          '',
        ]);
  },
);

it('a text to find that is too long is refused in words', async () => {
  for (const path of ['/?q=', '/contacts?q=', '/leads.csv?q=']) {
    const [long, short] = await Promise.all(
      [301, 300].map((length) => desk.ask(path + 'x'.repeat(length), { headers: { cookie } })),
    );
    expect([path, short?.status, long?.status]).toEqual([path, 200, 400]);
    expect(long?.body).toContain('at most 300 characters');
  }
});
