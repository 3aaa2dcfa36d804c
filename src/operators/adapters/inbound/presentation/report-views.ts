import type { Counts, LostCount, Report } from '#operators/application/ports/inbound/report-use-cases.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { type NamedPerson, personName } from '#operators/domain/work/person.ts';
import { dealTypes } from '../../../../domain/deal-type.ts';
import { type Vendor, vendorLabel } from '../../../../domain/vendor.ts';
import { countOf } from './lead-words.ts';

/** A report's rows, sorted by the vendor's name, then by deal type. */
export function sortedRows<R extends Pick<Report['rows'][number], 'vendorId' | 'dealType'>>(
  { rows }: { readonly rows: readonly R[] },
  vendors: readonly Vendor[],
) {
  const order = new Intl.Collator();
  return rows
    .map((row) => ({ ...row, vendorName: vendorLabel(row.vendorId, vendors) }))
    .sort(
      (a, b) =>
        order.compare(a.vendorName, b.vendorName) ||
        order.compare(a.vendorId, b.vendorId) ||
        dealTypes.indexOf(a.dealType) - dealTypes.indexOf(b.dealType),
    );
}

/** The group of leads without an owner. */
const NOBODY = 'nobody';

/** A report's groups by vendor, type and owner, sorted as people read them. */
export function reportGroups(
  { vendors, types, owners }: Report,
  accounts: readonly Vendor[],
  people: readonly NamedPerson[],
) {
  const order = new Intl.Collator();
  const named = <C extends Counts>(groups: readonly C[], nameOf: (group: C) => string) =>
    groups
      .map((group) => ({ ...group, name: nameOf(group) }))
      .toSorted((a, b) => order.compare(a.name, b.name));
  return {
    vendors: named(vendors, ({ vendorId }) => vendorLabel(vendorId, accounts)),
    types: types.toSorted((a, b) => dealTypes.indexOf(a.dealType) - dealTypes.indexOf(b.dealType)),
    owners: named(owners, ({ owner }) => (owner === undefined ? NOBODY : personName(owner, people))),
  };
}

/** Lost reasons with their numbers of leads, the most frequent first; leads without a reason last. */
export function lostReasonsOf(
  lost: readonly LostCount[],
): readonly Pick<LostCount, 'lostReason' | 'words' | 'leads'>[] {
  const groups = Map.groupBy(lost, ({ lostReason }) => lostReason);
  return [...groups]
    .map(([lostReason, group]) => ({
      lostReason,
      words: group[0]?.words ?? lostReason,
      leads: group.reduce((sum, { leads }) => sum + leads, 0),
    }))
    .sort(
      (a, b) =>
        Number(isUnsaid(a)) - Number(isUnsaid(b)) ||
        b.leads - a.leads ||
        (a.lostReason < b.lostReason ? -1 : 1),
    );
}

const isUnsaid = ({ lostReason }: Pick<LostCount, 'lostReason'>): boolean => lostReason === '';

/** Lost leads by reason, with those for which nobody gave one; empty if there are no reasons to choose from. */
export function lostAndUnsaid(
  { rows, lost }: Pick<Report, 'rows' | 'lost'>,
  reasons: readonly LostReason[],
): readonly LostCount[] {
  if (lost.length === 0 && reasons.length === 0) return [];
  const unsaid = rows.map(({ vendorId, dealType, lost: all }) => {
    const said = lost.filter((each) => each.vendorId === vendorId && each.dealType === dealType);
    const leads = said.reduce((left, each) => left - each.leads, all);
    return { vendorId, dealType, lostReason: '', words: 'not said', leads };
  });
  return [...lost, ...unsaid.filter(({ leads }) => leads > 0)];
}

/** The remark about leads that are left out of the win rate. */
export const leftOut = (leads: number): string =>
  `${countOf(leads)} lost for a reason that does not count ${leads === 1 ? 'is' : 'are'} left out of the win rate.`;

/** The remark about leads that are neither answered nor waiting. */
export const unknownText = (leads: number): string =>
  `Of ${countOf(leads)} no answer is known: a list that was handed back moved ${leads === 1 ? 'it' : 'them'}, or ${leads === 1 ? 'it was none' : 'they were none'}.`;
