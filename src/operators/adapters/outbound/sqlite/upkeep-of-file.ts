import type { StoreUpgrade } from '#operators/application/ports/outbound/store-upgrade.ts';
import type { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { StoreProblems } from '../../../../application/ports/outbound/store.ts';
import { columnProblem, countDeals, mendColumns } from './leads/other-columns.ts';
import { lackingIn, mend, schemaProblems } from './schema-of-file.ts';

/** Makes the port: what is wrong with the file, its disk, and what other programs did to it. */
export const problemsOfFile =
  (file: DataFile): StoreProblems =>
  async () => {
    const schema = await file.read(schemaProblems);
    const found = [...(await file.problems()), ...schema];
    const columns = found.length === 0 ? await columnProblem(file) : undefined; // a spoiled file cannot be asked
    return columns === undefined ? found : [...found, columns];
  };

/**
 * The upgrade of a file by `leads upgrade`, which mends what other programs took away or changed. Opening it has already
 * added tables that 0.3.0 lacks, which still opens it and ignores them.
 */
export const upgradeOfFile = (file: DataFile): StoreUpgrade => ({
  async upgrade({ dryRun }) {
    const lacking = (await file.read(lackingIn)).filter(({ isMendable }) => isMendable);
    if (!dryRun) await mend(file);
    return [
      { step: 'parts', looked: lacking.length, changed: lacking.length },
      { step: 'columns', looked: await countDeals(file), changed: await mendColumns(file, dryRun) },
    ];
  },
});
