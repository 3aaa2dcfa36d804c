import type { MovedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';

/** For each row in order, since when its lead has had the status that was shown; `undefined`: no lead was shown. */
export type SeenRows = readonly (Date | undefined)[];

/** The times that rows show. A lead counts in its first row: further rows build on that. */
export function seenIn(results: readonly MovedLead[]): SeenRows {
  const leads = results.map((each) =>
    'was' in each
      ? { id: each.leadId, since: each.was.since }
      : each.lead && { id: each.lead.id, since: each.lead.statusSince },
  );
  const first = new Map(leads.map((lead, row) => [lead?.id, row] as const).toReversed());
  return leads.map((lead, row) => (first.get(lead?.id) === row ? lead?.since : undefined));
}

/** A row, by the number of its first line. */
export interface Line {
  readonly line: number;
}

/** Removes records from a pasted text. `others` tell where each record ends. */
export function withoutRecords(text: string, records: readonly Line[], others: readonly Line[]): string {
  const gone = new Map(others.map(({ line }) => [line, false]));
  for (const { line } of records) gone.set(line, true);
  let isGone = false;
  const isKept = (_: string, at: number) => {
    isGone = gone.get(at + 1) ?? isGone;
    return !isGone;
  };
  return text
    .split(/\r\n?|\n/)
    .filter(isKept)
    .join('\n');
}
