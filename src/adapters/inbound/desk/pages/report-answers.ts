import type { AnswerCounts, Report } from '../../../../application/ports/inbound/report.ts';
import type { LostReason } from '../../../../domain/lost-reason.ts';
import type { NamedPerson } from '../../../../domain/person.ts';
import type { Vendor } from '../../../../domain/vendor.ts';
import { answerColumns, answerGroups, durationText } from '../../operators/answers.ts';
import { lostAndUnsaid, lostReasonsOf, sortedRows, unknownText } from '../../operators/report.ts';
import { type Html, html } from '../html.ts';

/** How soon customers were answered: in total, then by vendor, type and owner. */
export function answerPart(
  { answers }: Report,
  accounts: readonly Vendor[],
  people: readonly NamedPerson[],
): Html {
  const columns = answerColumns(answers);
  const row = (name: Html | string, counts: AnswerCounts) =>
    html`<tr><th scope="row">${name}</th>${columns.map(
      ([, of]) => html`<td class="num">${of(counts) ?? '–'}</td>`,
    )}</tr>`;
  const part = (name: string, rows: readonly Html[]) =>
    rows.length > 0 &&
    html`<tbody><tr class="sum"><th scope="rowgroup" colspan="${columns.length + 1}">${name}</th></tr>${rows}</tbody>`;
  const { vendors, types, owners } = answerGroups(answers, accounts, people);
  const goal = durationText(answers.within);
  return html`<section><h2 id="answers">First answers</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="answers"><table class="list rates">
<caption class="unseen">How soon customers were answered</caption>
<thead><tr><th scope="col">Leads of</th>${columns.map(
    ([head]) => html`<th scope="col" class="num">${head}</th>`,
  )}</tr></thead>
<tbody>${row('All', answers.total)}</tbody>
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
<p class="soft">${answers.hasHours && 'Only hours of the desk count. '}Within ${goal}: of
all that were answered, or that are late without an answer. A lead that was reopened and waits again is unanswered.
${answers.unknown > 0 && unknownText(answers.unknown)}</p></section>`;
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
