import { afterEach, describe, expect, it, vi } from 'vitest';
import { clock, newLeadId, randomBytes, sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => void vi.useRealTimers());

describe('the runtime', () => {
  it('generates lead ids that are UUIDs of version 7 and begin with the time', () => {
    const now = Date.UTC(2100, 0, 1);
    vi.useFakeTimers({ toFake: ['Date'], now });
    const id = newLeadId();
    expect(id).toMatch(uuid7);
    expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(now);
  });

  it('generates lead ids that differ, also within one millisecond', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2091, 0, 1) });
    const ids = Array.from({ length: 10_000 }, () => newLeadId());
    for (const id of ids) expect(id).toMatch(uuid7);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('hashes the UTF-8 of a text with SHA-256, in hexadecimal', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('Zo\u00eb')).toBe('c6a12698582fc1104ea24107a2d7268145ff06ef859707729d01fd060897f067');
  });

  it('returns the current time, and random bytes that differ each time', () => {
    expect(Math.abs(clock().getTime() - Date.now())).toBeLessThan(1000);
    expect(randomBytes(24)).toHaveLength(24);
    expect(randomBytes(24)).not.toEqual(randomBytes(24));
  });
});
