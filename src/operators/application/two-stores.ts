import { NotCopied } from './not-copied.ts';
import type { Leases } from './ports/outbound/leases.ts';

/** Milliseconds that the mark stays in a store if this process ends before it removes it. */
const LASTS_MS = 60_000;

/**
 * Throws NotCopied if both are one store, under whatever names, links or hosts: marks the target, and looks for the
 * mark in the source. A source that nothing can be written to is another store.
 */
export async function requireTwoStores(from: Leases, to: Leases, now: Date, sign: string): Promise<void> {
  const lease = { by: 'copy', since: now, ends: new Date(now.getTime() + LASTS_MS), work: sign };
  await to.take({ ...lease, holder: 'target' }, now);
  try {
    const seen = await from.take({ ...lease, holder: 'source' }, now).catch(() => undefined);
    if (seen?.holder === 'target')
      throw new NotCopied('Both are one store: give another one with --from or --to.');
  } finally {
    await Promise.allSettled([to.end(sign, 'target'), from.end(sign, 'source')]);
  }
}
