import type { MoveLeads } from '#operators/application/ports/inbound/lead-change-use-cases.ts';

/** A move, and the number of its line. */
export type MoveRow = Parameters<MoveLeads>[0]['moves'][number] & { readonly line: number };

/** A line that is no valid move. */
export interface MalformedRow {
  readonly line: number;
  /** The fault in one plain sentence, which repeats nothing from the line but heads of columns. */
  readonly problem: string;
}
