import type { MoveLeads } from '../../../application/ports/inbound/lead-change-use-cases.ts';

/** One of many moves, and the number of its line. */
export type MoveRow = Parameters<MoveLeads>[0]['moves'][number] & { readonly line: number };

/** A line that says no move. */
export interface MalformedRow {
  readonly line: number;
  /** What is wrong, in one plain sentence that repeats nothing of it but the heads of columns. */
  readonly problem: string;
}
