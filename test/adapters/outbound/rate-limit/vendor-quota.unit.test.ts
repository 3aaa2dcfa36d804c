import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { vendorQuota } from '../../../../src/adapters/outbound/rate-limit/vendor-quota.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('returns whole seconds after which there is quota again, and not too few', async () => {
  const takeQuota = vendorQuota(1);
  expect(await takeQuota('ven_1')).toMatchObject({ exceeded: false, remaining: 0, resets: 60 });
  await vi.advanceTimersByTimeAsync(59_500);
  const { exceeded, resets } = await takeQuota('ven_1');
  expect({ exceeded, resets }).toEqual({ exceeded: true, resets: 1 });
  await vi.advanceTimersByTimeAsync(1_000 * resets);
  expect(await takeQuota('ven_1')).toMatchObject({ exceeded: false });
});

it('never asks for a wait of more than a minute, even after the clock was set back', async () => {
  const takeQuota = vendorQuota(1);
  await takeQuota('ven_1');
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await takeQuota('ven_1')).toMatchObject({ exceeded: true, resets: 60 });
});
