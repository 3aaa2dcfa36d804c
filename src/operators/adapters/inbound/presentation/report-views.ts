import type { OwnUseCases } from '#operators/application/operator-as.ts';
import type { LostCount, Report } from '#operators/application/ports/inbound/report-use-cases.ts';
import type { Span } from '#operators/application/ports/outbound/report-tally.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { type NamedPerson, personName } from '#operators/domain/work/person.ts';
import { dealTypes } from '../../../../domain/deal-type.ts';
import { type Vendor, vendorLabel } from '../../../../domain/vendor.ts';
import { countOf } from './lead-words.ts';

/** A report with names, sorted as people read it. */
export type NamedReport = ReturnType<typeof namedReport>;

/** Resolves to a report, with the vendors and people that were named. */
export async function reportOf({ since, until }: Span, operator: OwnUseCases) {
  const [report, vendors, people] = await Promise.all([
    operator.reportLeads({ since, until }),
    operator.nameVendors(),
    operator.namePeople(),
  ]);
  return { report: namedReport(report, vendors, people), vendors, people };
}

function namedReport(report: Report, accounts: readonly Vendor[], people: readonly NamedPerson[]) {
  const withVendor = <R extends { readonly vendorId: string }>(group: R) => ({
    ...group,
    vendorName: vendorLabel(group.vendorId, accounts),
  });
  return {
    ...report,
    rows: inOrder(report.rows.map(withVendor)),
    vendors: inOrder(report.vendors.map(withVendor)),
    types: inOrder(report.types),
    owners: inOrder(
      report.owners.map((group) => ({
        ...group,
        ownerName: group.owner === undefined ? NOBODY : personName(group.owner, people),
      })),
    ),
    lost: inOrder(report.lost.map(withVendor)),
  };
}

/** The group of leads without an owner. */
const NOBODY = 'nobody';

interface Named {
  readonly vendorName?: string;
  readonly vendorId?: string;
  readonly ownerName?: string;
  readonly dealType?: LostCount['dealType'];
}

/** Sorts by the names that groups have, then by deal type. */
function inOrder<G extends Named>(groups: readonly G[]): readonly G[] {
  const { compare } = new Intl.Collator();
  const placeOf = ({ dealType }: Named) => (dealType === undefined ? 0 : dealTypes.indexOf(dealType));
  return groups.toSorted(
    (a: Named, b: Named) =>
      compare(a.vendorName ?? '', b.vendorName ?? '') ||
      compare(a.vendorId ?? '', b.vendorId ?? '') ||
      compare(a.ownerName ?? '', b.ownerName ?? '') ||
      placeOf(a) - placeOf(b),
  );
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
  { rows, lost }: NamedReport,
  reasons: readonly LostReason[],
): NamedReport['lost'] {
  if (lost.length === 0 && reasons.length === 0) return [];
  const unsaid = rows.map(({ vendorId, vendorName, dealType, lost: all }) => {
    const said = lost.filter((each) => each.vendorId === vendorId && each.dealType === dealType);
    const leads = said.reduce((left, each) => left - each.leads, all);
    return { vendorId, vendorName, dealType, lostReason: '', words: 'not said', leads };
  });
  return inOrder([...lost, ...unsaid.filter(({ leads }) => leads > 0)]);
}

/** The remark about leads that are left out of the win rate. */
export const leftOut = (leads: number): string =>
  `${countOf(leads)} lost for a reason that does not count ${leads === 1 ? 'is' : 'are'} left out of the win rate.`;

/** The remark about leads that are neither answered nor waiting. */
export const unknownText = (leads: number): string =>
  `Of ${countOf(leads)} no answer is known: a list that was handed back moved ${leads === 1 ? 'it' : 'them'}, or ${leads === 1 ? 'it was none' : 'they were none'}.`;
