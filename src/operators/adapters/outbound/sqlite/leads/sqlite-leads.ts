import type {
  AnnounceChange,
  DealQuery,
  DecideChange,
  KeptLeads,
} from '#operators/application/ports/outbound/kept-leads.ts';
import type { DealOutcome, DealSummary, LeadRecord } from '#operators/application/ports/records.ts';
import { dealFromJson } from '#operators/domain/work/as-json.ts';
import type { DealConditions } from '#operators/domain/work/deal-conditions.ts';
import { summaryOf } from '#operators/domain/work/deal-summary.ts';
import { type DealChange, withChange } from '#operators/domain/work/worked-deal.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { type Database, list } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { contactFromJson } from '../../../../../domain/as-json.ts';
import { announce } from '../webhooks/delivery-rows.ts';
import { wantedDeals } from './deal-conditions.ts';
import { changeDeal, dealWithId } from './deal-rows.ts';
import { askHowMany, sortedDeals } from './sorted-deals.ts';

/** Leads on the CRM's own tables. Lists are read in the thread for long questions. */
export class SqliteLeads implements KeptLeads {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  has(leadId: string): Promise<boolean> {
    return this.#file.read((db) => db.one('SELECT 1 FROM deals WHERE id = ?', [leadId]) !== undefined);
  }

  lead(leadId: string): Promise<LeadRecord | undefined> {
    return this.#file.read((db) => {
      const row = db.one<LeadRow>(`${leads} WHERE deals.id = ?`, [leadId]);
      return row && recordFrom(row);
    });
  }

  leads(leadIds: readonly string[]): Promise<readonly LeadRecord[]> {
    return this.#file.list(
      `${leads} WHERE deals.id IN (SELECT value FROM json_each(?))`,
      [list(leadIds)],
      recordFrom,
    );
  }

  async deals(query: DealQuery): Promise<readonly DealSummary[]> {
    const count = askHowMany(query);
    const [many] = count
      ? await this.#file.list(count.sql, count.values, (row: { many: 0 | 1 }) => row.many)
      : [];
    const { sql, values } = sortedDeals(query, many === 1);
    return this.#file.list(sql, values, ({ deal }: Pick<LeadRow, 'deal'>) => summaryOf(dealFromJson(deal)));
  }

  async countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]> {
    const counts = conditions.map((each) => {
      const { sql, values } = wantedDeals(each);
      // By owner, SQLite would read each of the owner's leads to see whether it waits.
      const by = each.unanswered ? 'INDEXED BY deals_waiting' : '';
      const some = `SELECT 1 FROM deals ${by} WHERE ${sql} LIMIT ?`;
      return this.#file.list(
        `SELECT count(*) AS count FROM (${some})`,
        [...values, most],
        ({ count }: { readonly count: number }) => count,
      );
    });
    return (await Promise.all(counts)).flat();
  }

  changeDeals(
    leadIds: readonly string[],
    decide: DecideChange,
    announceChange: AnnounceChange = () => [],
  ): Promise<readonly DealOutcome[]> {
    return Promise.all(leadIds.map((id) => this.#file.write((db) => change(db, id, decide, announceChange))));
  }
}

const leads = `
  SELECT deal, contact, contacts.erased FROM deals LEFT JOIN contacts ON contacts.id = contact_id`;

interface LeadRow {
  readonly deal: string;
  readonly contact: string | null;
  readonly erased: number | null;
}

const recordFrom = ({ deal, contact, erased }: LeadRow): LeadRecord => ({
  deal: dealFromJson(deal),
  contact: contact === null ? undefined : contactFromJson(contact),
  erased: erased === null ? undefined : new Date(erased),
});

function change(
  db: Database,
  leadId: string,
  decide: DecideChange,
  announceChange: AnnounceChange,
): DealOutcome {
  const before = dealWithId(db, leadId);
  if (!before) return undefined;
  let decided: DealChange | undefined;
  try {
    decided = decide(before);
  } catch (refused) {
    return { refused };
  }
  if (!decided) return { before, after: before };
  const after = withChange(before, decided);
  changeDeal(db, before, after);
  announce(db, announceChange(before, decided));
  return { before, after };
}
