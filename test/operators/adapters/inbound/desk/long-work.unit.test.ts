import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeskContext } from '../../../../../src/operators/adapters/inbound/desk/desk-state.ts';
import { html } from '../../../../../src/operators/adapters/inbound/desk/html.ts';
import {
  changeLong,
  type LongDone,
  workPart,
} from '../../../../../src/operators/adapters/inbound/desk/long-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ctx = () =>
  ({
    state: {},
    cookies: { set: () => undefined },
    get: () => '',
    set: () => undefined,
  }) as unknown as DeskContext;
const long = { id: 'a', what: 'Leads are handed over', here: '/here', after: '/after' };

/** A change that nobody waits for any longer; returns what ends it. */
async function begun(): Promise<(done: LongDone) => void> {
  const { promise, resolve } = Promise.withResolvers<LongDone>();
  const answered = changeLong(ctx(), long, () => promise);
  await vi.advanceTimersByTimeAsync(3_000);
  await answered;
  return resolve;
}

it('what a long change did is told once by the page that is opened later', async () => {
  const end = await begun();
  expect(workPart(ctx(), 'a')?.textWith(() => html``)).toContain('0 events so far');
  end({ said: 'All are theirs.' });
  await vi.advanceTimersByTimeAsync(0);
  expect(workPart(ctx(), 'a')?.textWith(() => html``)).toContain('All are theirs.');
  expect(workPart(ctx(), 'a')).toBeUndefined();
});

it('what nobody has looked at for an hour is forgotten, but not what began since', async () => {
  const end = await begun();
  end({ said: 'All are theirs.' });
  await vi.advanceTimersByTimeAsync(3_500_000);
  const endNext = await begun();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(workPart(ctx(), 'a')?.textWith(() => html``)).toContain('so far');
  endNext({ said: 'Again.' });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(workPart(ctx(), 'a')).toBeUndefined();
});
