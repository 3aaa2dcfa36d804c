import { expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';

const times = [
  ...['0000-01-01', '0001-01-01', '9999-12-31', '9999-12-31T23:59:59Z', '+275760-09-13', '-000001-01-01'],
  ...['2026-02-30', '2026-13-01', '2026-01-01T25:00Z', '2026-01-01T00:00+99:00', '', '99999999999d', 'x'],
  ...['2027-02-30T10:00:00Z', '2100-02-29T10:00:00Z', '2027-04-31T10:00+02:00', '2027-01-01T24:00:01Z'],
];

it.each(times)('a time “%s” is wrong usage, in words', async (time) => {
  const { leads } = commandLine();
  for (const args of [
    ['lead', 'list', '--since', time],
    ['lead', 'list', '--until', time],
    ['report', '--since', time],
    ['report', '--since', '2026-01-01', '--until', time],
    ['audit', '--until', time],
    ['hook', 'replay', 'hook_1', '--since', time],
  ]) {
    const { code, out, err } = await leads(args);
    expect([args, code, out]).toEqual([args, 2, '']);
    expect(err).toMatch(/Use a form such as/);
  }
});

it.each(['0000-01', '9999-12', '2026-00', '2026-13', '+275760-09', ''])(
  'nor is “%s” a month',
  async (month) => {
    const { code, err } = await commandLine().leads(['report', '--month', month]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/Use a form such as 2026-05|A day is one such as/),
    ]);
  },
);

it.each(['x', '1', '99999999999999999999_x.', '8640000000000001_x.1_y'])(
  'nor is “%s” a cursor',
  async (cursor) => {
    const { code, err } = await commandLine().leads(['lead', 'list', '--cursor', cursor]);
    expect([code, err]).toEqual([2, expect.stringContaining('Invalid cursor')]);
  },
);
