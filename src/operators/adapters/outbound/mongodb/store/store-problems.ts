import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { StoreProblems } from '../../../../../application/ports/outbound/store.ts';
import { missingIndexes } from './standing-indexes.ts';

/** Makes the port: resolves to a sentence if indexes are missing. */
export const storeProblemsOf =
  (connection: MongoConnection): StoreProblems =>
  async () => {
    const missing = await connection.use(missingIndexes);
    if (missing === '') return [];
    return [
      `Indexes are missing: ${missing}. Lists that need them are slow until leads upgrade has built them.`,
    ];
  };
