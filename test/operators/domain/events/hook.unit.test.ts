import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/operators/domain/day.ts';
import {
  afterTry,
  type Hook,
  listensTo,
  nextTry,
  openHook,
  pauseHook,
  resumeHook,
  rotateHook,
  signingSecrets,
} from '../../../../src/operators/domain/events/hook.ts';
import type { LeadEvent } from '../../../../src/operators/domain/events/lead-event.ts';

const now = new Date('2026-05-01T10:00:00Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const days = (count: number): number => count * DAY_MS;
const hookOf = (given: Partial<Hook> = {}): Hook => ({
  ...openHook({ id: 'hook_1', url: 'https://example.com/', vendorId: undefined, created: now }),
  ...given,
});
const event: LeadEvent = {
  id: 'evt_1',
  type: 'lead.status_changed',
  at: now,
  leadId: 'lead-1',
  vendorId: 'ven_1',
  status: 'Won',
  previousStatus: 'Quoted',
};

describe('who is told', () => {
  it('is the operator of everything, and a vendor of the status of its own leads', () => {
    expect(listensTo(hookOf(), { ...event, type: 'lead.received' })).toBe(true);
    const vendors = openHook({ id: 'h', url: 'https://x/', vendorId: 'ven_1', created: now });
    expect(vendors.events).toEqual(['lead.status_changed']);
    expect(listensTo(vendors, event)).toBe(true);
    expect(listensTo(vendors, { ...event, vendorId: 'ven_2' })).toBe(false);
    expect(listensTo(pauseHook(vendors, now, 'operator'), event)).toBe(true);
  });

  it('is no vendor of new leads', () => {
    const order = { id: 'h', url: 'https://x/', vendorId: 'ven_1', created: now };
    expect(() => openHook({ ...order, events: ['lead.received'] })).toThrow('lead.status_changed alone');
  });
});

describe('the tries of an event', () => {
  const waitsFor = (random: number): number[] => {
    const waits: number[] = [];
    for (let tries = 1; ; tries += 1) {
      const next = nextTry(tries, now, random);
      if (!next) return waits;
      waits.push((next.getTime() - now.getTime()) / 1_000);
    }
  };

  it('are ten in about three days, the first three within 40 seconds', () => {
    for (const random of [0, 0.999]) {
      const waits = waitsFor(random);
      expect(waits).toHaveLength(9);
      expect((waits[0] ?? 0) + (waits[1] ?? 0)).toBeLessThan(40);
      const total = waits.reduce((sum, wait) => sum + wait, 0) / 86_400;
      expect(total).toBeGreaterThan(2.9);
      expect(total).toBeLessThan(3.7);
    }
  });

  it('are never all at the same time: chance adds up to a fifth', () => {
    expect(nextTry(5, now, 0)).toEqual(later(3_600_000));
    expect(nextTry(5, now, 1)).toEqual(later(1.2 * 3_600_000));
  });

  it('wait for as long as the receiver asks, a day at most', () => {
    expect(nextTry(1, now, 0, 60_000)).toEqual(later(60_000));
    expect(nextTry(1, now, 0, 1)).toEqual(later(5_000));
    expect(nextTry(1, now, 0, days(30))).toEqual(later(days(1)));
  });
});

describe('a hook', () => {
  it('is paused when the receiver says 410, and not for another failure', () => {
    expect(afterTry(hookOf(), 410, now).paused).toEqual({ at: now, why: 'gone' });
    expect(afterTry(hookOf(), 500, now)).toMatchObject({ paused: undefined, failingSince: now });
  });

  it('is paused after five days of failures without a success between them', () => {
    const failing = afterTry(hookOf(), undefined, now);
    expect(afterTry(failing, 500, later(days(5) - 1)).paused).toBeUndefined();
    expect(afterTry(failing, 500, later(days(5))).paused).toMatchObject({ why: 'failing' });
    const mended = afterTry(failing, 204, later(days(4)));
    expect(afterTry(mended, 500, later(days(6))).paused).toBeUndefined();
    expect(resumeHook(afterTry(failing, 410, now))).toMatchObject({
      paused: undefined,
      failingSince: undefined,
    });
  });

  it('signs with every old secret, too, until its own overlap ends', () => {
    const rotated = rotateHook(hookOf(), now, later(1_000));
    const generations = (hook: Hook, at: Date) =>
      signingSecrets(hook, at).map(({ generation }) => generation);
    expect(generations(rotated, now)).toEqual([1, 2]);
    expect(generations(rotated, later(1_000))).toEqual([2]);
    const twice = rotateHook(rotated, later(500), later(2_000));
    expect(generations(twice, later(999))).toEqual([1, 2, 3]);
    expect(generations(twice, later(1_999))).toEqual([2, 3]);
    expect(generations(twice, later(2_000))).toEqual([3]);
    expect(rotateHook(twice, later(1_500), later(3_000)).secrets).toHaveLength(3); // without what no longer signs
  });
});
