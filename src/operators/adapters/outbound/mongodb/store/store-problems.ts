import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { standaloneWarning } from '../../../../../adapters/outbound/mongodb/connection/standalone.ts';
import type { StoreProblems } from '../../../../../application/ports/outbound/store.ts';
import { missingIndexes } from './standing-indexes.ts';

/** Makes the port: resolves to sentences if the server may lose leads, or indexes are missing. */
export const storeProblemsOf =
  (connection: MongoConnection): StoreProblems =>
  async ({ unwarned } = { unwarned: false }) => {
    const missing = await connection.use(missingIndexes);
    return [
      ...(connection.isStandalone && !unwarned ? [standaloneWarning] : []),
      ...(missing === '' ? [] : [slow(missing)]),
    ];
  };

const slow = (missing: string): string =>
  `Indexes are missing: ${missing}. Lists that need them are slow until leads upgrade has built them.`;
