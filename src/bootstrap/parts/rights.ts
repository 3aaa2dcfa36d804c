import type { StoreRole } from '../../application/intake/ports/outbound/store.ts';
import type { Config } from '../config.ts';
import type { Composed, Part } from '../process.ts';
import { tokens } from '../tokens.ts';

/** Milliseconds until it asks again, if the store did not answer. */
const AGAIN = 60_000;

/** Says, once the store answers, what this process may not do there of all that it does, if the store says so. */
export const tellRights =
  (rolesOf: (config: Config) => readonly StoreRole[]) =>
  async ({ container, config, store }: Composed): Promise<Part | undefined> => {
    const missingRights = container.get(tokens.missingRights, { optional: true });
    if (!missingRights) return undefined;
    const { warn } = container.get(tokens.journal);
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;

    async function ask(told: NonNullable<typeof missingRights>): Promise<void> {
      try {
        const missing = await told(rolesOf(config));
        if (missing.length > 0)
          warn(
            `${store.setting} names a user who may not do all that this process does. Missing: ${missing.join('; ')}. deploy/server/users.js gives each program its rights.`,
          );
      } catch {
        if (!isOver) timer = setTimeout(() => void ask(told), AGAIN).unref(); // an outage is told otherwise
      }
    }

    void ask(missingRights);
    return {
      async close() {
        isOver = true;
        clearTimeout(timer);
      },
    };
  };
