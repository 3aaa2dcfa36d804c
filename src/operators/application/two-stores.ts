import { NotCopied } from './not-copied.ts';
import type { Leases } from './ports/outbound/leases.ts';

/** How long a sign stays, if whoever gave it ends before it is taken back. */
const LASTS_MS = 60_000;

/**
 * Throws NotCopied if both are one store, by whatever names, links or hosts they are reached: a sign that is given in one is
 * then there in the other. A store to which nothing can be written is not the target.
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
