import { StoreUnfit } from '../../application/ports/outbound/store.ts';
import { atMost } from '../at-most.ts';
import type { Composed } from '../part.ts';
import { UnusableStore } from '../store.ts';
import { tokens } from '../tokens.ts';

/** Milliseconds for which a start waits for the store. Without its answer, the process serves, and is not ready. */
const PATIENCE = 2_000;

/** Keeps a process from starting on a store that can never keep a lead. Throws UnusableStore. */
export const rehearse = ({ container, store }: Composed): Promise<undefined> =>
  requireFit(store, async () => {
    const failed = await container.get(tokens.readiness).rehearsed();
    if (failed) throw failed;
  });

/** The same for a process that keeps no leads. */
export const requireStore = ({ container, store }: Composed): Promise<undefined> =>
  requireFit(store, () => container.get(tokens.hooks).hooks());

async function requireFit({ name }: Composed['store'], ask: () => Promise<unknown>): Promise<undefined> {
  const asked = ask().catch((error) => {
    if (error instanceof StoreUnfit)
      throw new UnusableStore(`The store (${name}) cannot be used: ${error.message}.`);
  });
  asked.catch(() => {}); // later than this start waits, it is told in the log
  await atMost(PATIENCE, asked);
}
