import { differenceWords } from '#operators/application/leads/read-again.ts';
import type { ReadOtherwise, ShowAsItCame } from '#operators/application/ports/inbound/source-use-cases.ts';
import type { HeldSummary } from '#operators/application/ports/outbound/managed-sources.ts';
import { problemWords } from '#operators/application/sources/held-leads.ts';
import { endsSoon, heldUntil } from '../../../../domain/sources/held-lead.ts';
import type { Vendor } from '../../../../domain/vendor.ts';
import type { Columns } from './list.ts';
import { faultsIn, namedFields, placesIn, whyWords } from './source-views.ts';

export const heldView = (held: HeldSummary, now: Date, vendors: readonly Vendor[] = []) => ({
  held: held.id,
  source: held.sourceId,
  vendor: held.vendorId,
  vendorName: vendors.find(({ id }) => id === held.vendorId)?.name,
  at: held.at,
  ends: heldUntil(held),
  endsSoon: endsSoon(held, now),
  why: held.why,
  declared: held.declared,
  cut: held.cut,
  wrong: held.problems.length > 0 ? held.problems.map(problemWords) : [whyWords[held.why]],
  fields: namedFields(held.fields),
  readFrom: placesIn(held.readFrom),
  faults: faultsIn(held.problems),
});

/** The table of what this version reads otherwise. */
export const otherwiseColumns = {
  lead: { head: 'Lead', value: ({ leadId }) => leadId },
  reads: {
    head: 'This version reads',
    value: ({ differences }) => differences.map(differenceWords).join('; '),
  },
  noted: { head: 'Noted', value: ({ noted }) => (noted ? 'yes' : undefined) },
} as const satisfies Columns<ReadOtherwise>;

/** A file that was sent in place of a text, if this is a data URL. */
export function sentFile(text: string): { readonly type: string; readonly bytes: number } | undefined {
  const [head, type] = /^data:([^,]{0,200});base64,/.exec(text) ?? [];
  return head === undefined || !type
    ? undefined
    : { type, bytes: Math.floor(((text.length - head.length) * 3) / 4) };
}

export const heldColumns = {
  held: { head: 'Held', in: ['terminal'], value: ({ held }) => held },
  at: { head: 'Came', kind: 'time', value: ({ at }) => at },
  vendor: { head: 'Vendor', value: ({ vendor, vendorName }) => vendorName ?? vendor },
  source: { head: 'Source', in: ['terminal'], value: ({ source }) => source },
  name: {
    head: 'Name',
    value: ({ fields }) => [fields.firstName, fields.lastName].filter(Boolean).join(' ') || undefined,
  },
  reach: { head: 'Email or phone', value: ({ fields }) => fields.email ?? fields.phone },
  wrong: { head: 'What is wrong', value: ({ wrong }) => wrong.join('; ') },
  ends: { head: 'Gone after', kind: 'time', value: ({ ends }) => ends },
} as const satisfies Columns<ReturnType<typeof heldView>>;

/** What a source sent beside a lead, as programs read it. */
export const cameView = ({ sourceId, ...came }: Awaited<ReturnType<ShowAsItCame>>) => ({
  ...came,
  source: sourceId,
});
