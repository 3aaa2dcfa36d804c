import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { writeColumns } from './deal-rows.ts';

/** A deal in whose columns something else is written than in its record, as by another program. */
interface OtherColumns {
  readonly id: string;
}

const otherColumns = `
  SELECT id FROM deals WHERE (status, contact_id, vendor_id, deal_type) IS NOT
    (deal ->> '$.status', deal ->> '$.contactId', deal ->> '$.vendorId', deal ->> '$.dealType')
    OR owner IS NOT deal ->> '$.owner' OR idempotency_key IS NOT deal ->> '$.idempotency.key'`;

/** A sentence if deals have other columns than their records. */
export async function columnProblem(file: DataFile): Promise<string | undefined> {
  const found = await file.through<OtherColumns>(otherColumns);
  if (found.length === 0) return undefined;
  const leads = found.length === 1 ? 'one lead' : `${found.length} leads`;
  return `Another program changed columns of ${leads} (${found[0]?.id}): lists and reports go by these, a lead’s page by its record. leads upgrade writes the columns by the record.`;
}

export const countDeals = (file: DataFile): Promise<number> =>
  file.read((db) => db.one<{ count: number }>('SELECT count(*) AS count FROM deals')?.count ?? 0);

/** The most deals that one unit changes. */
const AT_ONCE = 40;

/** Writes such columns by the records. Resolves to the number of deals; with `dryRun`, of those to be changed. */
export async function mendColumns(file: DataFile, dryRun: boolean): Promise<number> {
  const found = await file.through<OtherColumns>(otherColumns);
  for (let done = 0; !dryRun && done < found.length; done += AT_ONCE)
    await file.write((db) => {
      for (const { id } of found.slice(done, done + AT_ONCE)) writeColumns(db, id);
    });
  return found.length;
}
