import { leadStatuses, statusNamed } from '../../../../domain/lead-status.ts';
import { InvalidValue } from '../presentation/invalid-value.ts';
import { statusSince } from '../presentation/values.ts';
import { type CsvRecord, readCsv } from './csv.ts';
import { apartById } from './doubtful-ids.ts';
import { findHeads, type Heads } from './heads.ts';
import type { MalformedRow, MoveRow } from './move-row.ts';

interface ReadOptions {
  readonly idsAre: 'ours' | 'the vendor’s';
  /** The most rows. If there are more, none is read. By default any number. */
  readonly most?: number | undefined;
}

export interface MoveRows {
  readonly moves: readonly MoveRow[];
  readonly malformed: readonly MalformedRow[];
  readonly tooMany: boolean;
}

/** The most lines before the heads, such as `sep=;` or a title. */
const MOST_BEFORE_HEADS = 5;
const MOST_LETTERS_OF_HEADS = 20_000;

const OWN = {
  id: ['leadid', 'id'],
  leadId: [] as string[],
  status: ['status'],
  reason: ['reason'],
  lostReason: ['lostreason'],
  since: ['statussince'],
};
const VENDORS = { ...OWN, id: ['externalid', 'id'], leadId: ['leadid'] };

/**
 * Reads lines of `id,status[,reason]`. A line of heads may name them in another order and among others: `leadId`, or else
 * `id`, for our id, `externalId`, or else `id`, for the vendor's own; and `statusSince`, which an export has, for the time
 * since when the lead had the status that whoever wrote the line saw; `lostReason`, for a lead that becomes Lost. Without
 * them, or if two mean the same, there is no move. A vendor's own id twice means none, unless each row says our `leadId`.
 */
export function readMoveRows(
  text: string,
  { idsAre, most = Number.POSITIVE_INFINITY }: ReadOptions,
): MoveRows {
  const names = idsAre === 'ours' ? OWN : VENDORS;
  const separator = [undefined, ',', ';', '\t'].find((each) => headsOf(text, names, each));
  const heads = headsOf(text, names, separator);
  const all = readCsv(text, { most: most + MOST_BEFORE_HEADS + 2, separator });
  const records = heads ? all.filter(({ line }) => line > heads.line) : all.filter(isNoHint);
  if (records.length > most) return { moves: [], malformed: [], tooMany: true };
  const problem = heads?.problem ?? (heads && missing(heads, idsAre));
  if (heads && problem) return { moves: [], malformed: [{ line: heads.line, problem }], tooMany: false };

  const moves: MoveRow[] = [];
  const malformed: MalformedRow[] = [];
  for (const record of records) {
    const row = isTooWide(record, heads?.width ?? 3)
      ? { line: record.line, problem: TOO_WIDE }
      : rowOf(record, heads?.columns ?? { id: 0, status: 1, reason: 2 });
    if ('problem' in row) malformed.push(row);
    else moves.push(row);
  }
  return { ...(idsAre === 'ours' ? { moves, malformed } : apartById(moves, malformed)), tooMany: false };
}

const TOO_WIDE =
  'It has more cells than there are columns: put quotation marks around a text that has a comma, a semicolon or a tab in it.';

/** Whether a row has text beyond the columns, where nobody would read it. */
const isTooWide = ({ cells }: CsvRecord, width: number): boolean =>
  cells.slice(width).some((text) => text !== '');

type Columns = Heads<keyof typeof OWN>['columns'];

function headsOf(text: string, names: typeof OWN, separator: string | undefined) {
  const first = readCsv(text.slice(0, MOST_LETTERS_OF_HEADS), { most: MOST_BEFORE_HEADS + 1, separator });
  const firstMove = first.findIndex((record) => !('problem' in rowOf(record, { id: 0, status: 1 })));
  return findHeads(firstMove < 0 ? first : first.slice(0, firstMove), names, ['status', 'id']);
}

/** Whether a row is something else than `sep=;`, which tells spreadsheets the separator. */
const isNoHint = ({ line, cells: [cell = ''] }: CsvRecord): boolean => line > 1 || !/^sep=.?$/i.test(cell);

function missing({ columns }: { readonly columns: Columns }, idsAre: ReadOptions['idsAre']) {
  if (columns.status === undefined) return 'No column has the head status.';
  if (columns.id !== undefined) return undefined;
  return idsAre === 'ours'
    ? 'No column has the head leadId. If the ids are a vendor’s own, choose the vendor.'
    : 'No column has the head externalId.';
}

function rowOf({ line, cells }: CsvRecord, columns: Columns): MoveRow | MalformedRow {
  const cellOf = (column: keyof Columns) => cells[columns[column] ?? -1] || undefined;
  const id = cellOf('id');
  const to = statusNamed(cellOf('status') ?? '');
  if (!id) return { line, problem: 'There is no id.' };
  if (!to) return { line, problem: `The status is none of ${leadStatuses.join(', ')}.` };
  const since = cellOf('since');
  const leadId = cellOf('leadId');
  try {
    const seen = since === undefined ? undefined : { since: statusSince(since) };
    const lostReason = to === 'Lost' ? cellOf('lostReason') : undefined;
    return {
      line,
      id,
      to,
      reason: cellOf('reason'),
      ...(leadId && { leadId }),
      ...(lostReason && { lostReason }),
      ...(seen && { seen }),
    };
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return { line, problem: error.message };
  }
}
