import type { StoreUpgrade } from '#operators/application/ports/outbound/store-upgrade.ts';
import type { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { StoreProblems } from '../../../../application/ports/outbound/store.ts';
import { writeColumns } from './leads/deal-rows.ts';
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

/** A deal in whose columns something else is written than in its record, as by another program. */
interface OtherColumns {
  readonly id: string;
}

const otherColumns = `
  SELECT id FROM deals WHERE (status, contact_id, vendor_id, deal_type) IS NOT
    (deal ->> '$.status', deal ->> '$.contactId', deal ->> '$.vendorId', deal ->> '$.dealType')
    OR owner IS NOT deal ->> '$.owner' OR idempotency_key IS NOT deal ->> '$.idempotency.key'`;

/** A sentence if deals have other columns than their records. */
async function columnProblem(file: DataFile): Promise<string | undefined> {
  const found = await file.through<OtherColumns>(otherColumns);
  if (found.length === 0) return undefined;
  const leads = found.length === 1 ? 'one lead' : `${found.length} leads`;
  return `Another program changed columns of ${leads} (${found[0]?.id}): lists and reports go by these, a lead’s page by its record. leads upgrade writes the columns by the record.`;
}

const countDeals = (file: DataFile): Promise<number> =>
  file.read((db) => db.one<{ count: number }>('SELECT count(*) AS count FROM deals')?.count ?? 0);

/** The most deals that one unit changes. */
const AT_ONCE = 40;

/** Writes such columns by the records. Resolves to the number of deals; with `dryRun`, of those to be changed. */
async function mendColumns(file: DataFile, dryRun: boolean): Promise<number> {
  const found = await file.through<OtherColumns>(otherColumns);
  for (let done = 0; !dryRun && done < found.length; done += AT_ONCE)
    await file.write((db) => {
      for (const { id } of found.slice(done, done + AT_ONCE)) writeColumns(db, id);
    });
  return found.length;
}
