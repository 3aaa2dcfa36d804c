import type { Counts, Report } from '../../../../application/operators/ports/inbound/report-use-cases.ts';
import type { Vendor } from '../../../../domain/intake/vendor.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import type { NamedPerson } from '../../../../domain/work/person.ts';
import { durationText } from '../../operators/answers.ts';
import { columnsIn } from '../../operators/list.ts';
import { answerCounts, numberText } from '../../operators/report-columns.ts';
import {
  lostAndUnsaid,
  lostReasonsOf,
  reportGroups,
  sortedRows,
  unknownText,
} from '../../operators/report-views.ts';
import { type Html, html } from '../html.ts';

/** How soon customers were answered: in total, then by vendor, type and owner. */
export function answerPart(
  report: Report,
  accounts: readonly Vendor[],
  people: readonly NamedPerson[],
): Html {
  const { goal, total } = report;
  const columns = columnsIn(answerCounts(goal.within), 'desk').map(([, column]) => column);
  const row = (name: Html | string, counts: Counts) =>
    html`<tr><th scope="row">${name}</th>${columns.map(
      (column) => html`<td class="num">${numberText(column, counts) ?? '–'}</td>`,
    )}</tr>`;
  const part = (name: string, rows: readonly Html[]) =>
    rows.length > 0 &&
    html`<tbody><tr class="sum"><th scope="rowgroup" colspan="${columns.length + 1}">${name}</th></tr>${rows}</tbody>`;
  const { vendors, types, owners } = reportGroups(report, accounts, people);
  return html`<section><h2 id="answers">First answers</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="answers"><table class="list rates">
<caption class="unseen">How soon customers were answered</caption>
<thead><tr><th scope="col">Leads of</th>${columns.map(
    ({ head }) => html`<th scope="col" class="num">${head}</th>`,
  )}</tr></thead>
<tbody>${row('All', total)}</tbody>
${part(
  'Vendor',
  vendors.map((each) => row(html`<bdi>${each.name}</bdi>`, each)),
)}
${part(
  'Type',
  types.map((each) => row(each.dealType, each)),
)}
${part(
  'Owner',
  owners.map((each) => row(html`<bdi>${each.name}</bdi>`, each)),
)}</table></div>
<p class="soft">${goal.hasHours && 'Only hours of the desk count. '}Within ${durationText(goal.within)}: of all first
answers, and of those that are late. A lead that was reopened and waits again is unanswered.
${total.unknown > 0 && unknownText(total.unknown)}</p></section>`;
}

/** Why leads are lost, by vendor; nothing if none is, or if there are no reasons to choose from. */
export function lostPart(
  report: Report,
  vendors: readonly Vendor[],
  known: readonly LostReason[],
): Html | false {
  const lost = lostAndUnsaid(report, known);
  if (lost.length === 0) return false;
  const reasons = lostReasonsOf(lost);
  const row = (name: Html | string, group: Report['lost']) => {
    const counts = new Map(lostReasonsOf(group).map(({ lostReason, leads }) => [lostReason, leads]));
    return html`<tr><th scope="row">${name}</th>${reasons.map(
      ({ lostReason }) => html`<td class="num">${counts.get(lostReason) ?? 0}</td>`,
    )}</tr>`;
  };
  const ofVendors = [
    ...Map.groupBy(sortedRows({ rows: lost }, vendors), ({ vendorId }) => vendorId).values(),
  ];
  return html`<section><h2 id="lost">Lost because</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="lost"><table class="list rates">
<caption class="unseen">Why leads were lost, by vendor</caption>
<thead><tr><th scope="col">Vendor</th>${reasons.map(
    ({ words }) => html`<th scope="col" class="num"><bdi>${words}</bdi></th>`,
  )}</tr></thead>
<tbody>${ofVendors.length > 1 && row('All vendors', lost)}
${ofVendors.map((group) => row(html`<bdi>${group[0]?.vendorName}</bdi>`, group))}</tbody></table></div></section>`;
}
