import type { MovedLead } from '../../../../application/operators/ports/inbound/lead-change-use-cases.ts';

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
