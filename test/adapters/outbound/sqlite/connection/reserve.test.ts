import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { Reserve } from '../../../../../src/adapters/outbound/sqlite/connection/reserve.ts';

const disk = mkdtempSync(join(tmpdir(), 'leads-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

// Whoever is not root mounts no disk.
it.runIf(isMounted)(
  'a reserve stays given up on a disk that has only its room, and is made again with more',
  () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = join(disk, 'leads.db');
    const reserve = new Reserve(path);
    reserve.keep();
    const other = join(disk, 'other');
    expect(() => writeFileSync(other, Buffer.alloc(6 * 2 ** 20))).toThrow(/ENOSPC/);
    reserve.spend();
    vi.advanceTimersByTime(1_000);
    expect([reserve.isSpent(), existsSync(`${path}-reserve`)]).toEqual([true, false]);
    rmSync(other);
    vi.advanceTimersByTime(1_000);
    expect([reserve.isSpent(), existsSync(`${path}-reserve`)]).toEqual([false, true]);
  },
);
