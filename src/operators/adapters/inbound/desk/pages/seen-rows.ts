import type { MovedLead } from '../../../../application/ports/inbound/lead-change-use-cases.ts';

/** Since when the lead of each row, in their order, has the status that somebody was shown; `undefined`: they saw none. */
export type SeenRows = readonly (Date | undefined)[];

/** A lead is seen in its first row: the others follow on that. */
export function seenIn(results: readonly MovedLead[]): SeenRows {
  const leads = results.map((each) =>
    'was' in each
      ? { id: each.leadId, since: each.was.since }
      : each.lead && { id: each.lead.id, since: each.lead.statusSince },
  );
  const first = new Map(leads.map((lead, row) => [lead?.id, row] as const).toReversed());
  return leads.map((lead, row) => (first.get(lead?.id) === row ? lead?.since : undefined));
}

/** Short: that of ten thousand rows has to fit into a form. */
export const seenText = (seen: SeenRows): string =>
  seen.map((since) => since?.getTime().toString(36)).join('-');

export const seenFrom = (text: string): SeenRows =>
  text.split('-').map((time) => (time === '' ? undefined : new Date(Number.parseInt(time, 36))));

/** A row by where it begins. */
export interface Line {
  readonly line: number;
}

/** Leaves these records out of a pasted text; the others tell where one ends. */
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
