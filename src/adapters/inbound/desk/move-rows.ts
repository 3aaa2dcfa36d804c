import type { MoveLeads } from '../../../application/ports/inbound/operator.ts';
import { leadStatuses } from '../../../domain/lead-status.ts';

type MoveRow = Parameters<MoveLeads>[0]['moves'][number] & { readonly line: number };

/** Reads lines of `id,status[,reason]`, with commas or tabs between cells. */
export function readMoveRows(text: string) {
  const moves: MoveRow[] = [];
  const malformed: { readonly line: number; readonly problem: string }[] = [];
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === '') continue;
    const line = index + 1;
    const [id = '', status = '', ...reason] = row
      .split(row.includes('\t') ? '\t' : ',')
      .map((cell) => cell.trim());
    const to = leadStatuses.find((known) => known.toLowerCase() === status.toLowerCase());
    if (!id) malformed.push({ line, problem: 'There is no id.' });
    else if (!to) malformed.push({ line, problem: `The status is none of ${leadStatuses.join(', ')}.` });
    else moves.push({ line, id, to, reason: reason.join(', ') || undefined });
  }
  return { moves, malformed };
}
