import type { MalformedRow, MoveRow } from './move-row.ts';

/** Whether a spreadsheet may have made this id of another: LibreOffice 7.4 turns 00042 into 42 and 1E5 into 100000. */
export const mayBeRewritten = ({ id, leadId }: MoveRow): boolean =>
  leadId === undefined && /^-?\d+(?:[.,]\d+)?(?:E[+-]?\d+)?$/i.test(id);

/**
 * Takes out rows that have the same vendor's id, unless each says our `leadId`, too: one of them may have been another id
 * before it was in a spreadsheet.
 */
export function apartById(moves: readonly MoveRow[], malformed: readonly MalformedRow[]) {
  const same = [...Map.groupBy(moves, ({ id }) => id).values()].filter(
    (rows) => rows.length > 1 && rows.some(({ leadId }) => leadId === undefined),
  );
  const twice = new Map(
    same.flatMap((rows) => rows.map(({ line }, at) => [line, rows[at === 0 ? 1 : 0]?.line ?? line])),
  );
  const refused = [...twice].map(([line, other]) => ({
    line,
    problem: `Line ${other} has the same id: give our leadId in each, or leave one of them.`,
  }));
  return {
    moves: moves.filter(({ line }) => !twice.has(line)),
    malformed: [...malformed, ...refused].toSorted((one, other) => one.line - other.line),
  };
}
