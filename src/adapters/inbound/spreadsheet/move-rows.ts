import type { MoveLeads } from '../../../application/ports/inbound/operator.ts';
import { leadStatuses, statusNamed } from '../../../domain/lead-status.ts';
import { type CsvRecord, readCsv } from './csv.ts';

/** One of many moves, and the number of its line. */
type MoveRow = Parameters<MoveLeads>[0]['moves'][number] & { readonly line: number };

/** A line that says no move. */
interface MalformedRow {
  readonly line: number;
  /** What is wrong, in one plain sentence that repeats nothing of it. */
  readonly problem: string;
}

interface Columns {
  readonly id: number;
  readonly status: number;
  readonly reason: number;
}

interface ReadOptions {
  readonly idsAre: 'ours' | 'the vendor’s';
  /** Rows to read; none if there are more. By default any number. */
  readonly most?: number | undefined;
}

interface MoveRows {
  readonly moves: readonly MoveRow[];
  readonly malformed: readonly MalformedRow[];
  readonly tooMany: boolean;
}

/**
 * Reads lines of `id,status[,reason]`. A head line, which has a cell `status`, may name them in another order and among
 * others: `leadId` or `id` for our id, `externalId` or `id` for the vendor's own.
 */
export function readMoveRows(
  text: string,
  { idsAre, most = Number.POSITIVE_INFINITY }: ReadOptions,
): MoveRows {
  const all = readCsv(text, most + 2); // a head line, and one more than there may be
  const columns = all[0] && columnsOf(all[0], idsAre === 'ours' ? 'leadid' : 'externalid');
  const records = columns ? all.slice(1) : all;
  if (records.length > most) return { moves: [], malformed: [], tooMany: true };
  const moves: MoveRow[] = [];
  const malformed: MalformedRow[] = [];
  for (const record of records) {
    const row = rowOf(record, columns ?? { id: 0, status: 1, reason: 2 });
    if ('problem' in row) malformed.push(row);
    else moves.push(row);
  }
  return { moves, malformed, tooMany: false };
}

function columnsOf({ cells }: CsvRecord, idName: string): Columns | undefined {
  const heads = cells.map((head) => head.toLowerCase().replace(/[\s_-]/g, ''));
  const status = heads.indexOf('status');
  if (status < 0) return undefined;
  const id = heads.findIndex((head) => head === idName || head === 'id');
  return { id, status, reason: heads.indexOf('reason') };
}

function rowOf({ line, cells }: CsvRecord, columns: Columns): MoveRow | MalformedRow {
  const id = cells[columns.id];
  const to = statusNamed(cells[columns.status] ?? '');
  if (!id) return { line, problem: 'There is no id.' };
  if (!to) return { line, problem: `The status is none of ${leadStatuses.join(', ')}.` };
  return { line, id, to, reason: cells[columns.reason] || undefined };
}
