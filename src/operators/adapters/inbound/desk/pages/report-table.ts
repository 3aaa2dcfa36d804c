import { winRate } from '#operators/application/leads/report.ts';
import type {
  LeadCounts,
  Report,
  TeamMember,
} from '#operators/application/ports/inbound/report-use-cases.ts';
import type { VendorCount } from '#operators/application/ports/outbound/report-tally.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import type { NamedPerson } from '#operators/domain/work/person.ts';
import type { Vendor } from '../../../../../domain/vendor.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import type { ReportSpan } from '../../presentation/report-span.ts';
import { type Html, html } from '../html.ts';

/** The data for all parts of the report. */
export interface ReportView {
  readonly span: ReportSpan;
  readonly report: Report;
  readonly vendors: readonly Vendor[];
  readonly people: readonly NamedPerson[];
  readonly reasons: readonly LostReason[];
  readonly team: readonly TeamMember[];
  /** The last months with the leads of each vendor, the earliest first. */
  readonly months: readonly { readonly span: ReportSpan; readonly counts: readonly VendorCount[] }[];
  /** When vendors that have gone quiet last sent a lead, by id. */
  readonly quiet: ReadonlyMap<string, Date | undefined>;
}

export const daysOf = ({ firstDay: since, lastDay: until }: ReportSpan): LeadFilter => ({ since, until });

/** A cell of the report; on narrow pages its head stands above it. */
export const cell = (head: string, content: Html | string | number, look = ''): Html =>
  html`<td class="num ${look}" data-label="${head}">${content}</td>`;

/** A number that leads to its leads; of none there is no list. */
export const linked = (count: number, filter: LeadFilter, look = '', text = `${count}`): Html =>
  count > 0
    ? html`<a href="${listPath('/', filter)}" class="${look}">${text}</a>`
    : html`<span class="none">0</span>`;

export const shareText = (share: number | undefined): string =>
  share === undefined ? '–' : `${Math.round(share * 100)} %`;

/** Leads that have ended and count, below which a win rate says little. */
const FEW = 5;

/** The win rate of a group, grey if it is of few leads. */
export function winRateCell(counts: LeadCounts): Html {
  const { won, lost, notCounted } = counts;
  return cell('Win rate', shareText(winRate(counts)), won + lost - notCounted < FEW ? 'few' : '');
}

/** A table of the report on its sheet, with a remark beside its heading. */
export function reportTable({
  id,
  title,
  remark,
  of,
  heads,
  body,
}: {
  readonly id: string;
  readonly title: string;
  readonly remark: Html | string;
  /** The heading above the names of the rows. */
  readonly of: string;
  readonly heads: readonly Html[];
  readonly body: readonly (Html | false)[];
}): Html {
  return html`<section aria-labelledby="${id}"><div class="above"><h2 id="${id}">${title}</h2>
<p class="aside">${remark}</p></div>
<div class="sheet"><table class="numbers"><caption class="unseen">${title}</caption>
<thead><tr><th scope="col">${of}</th>${heads}</tr></thead>
${body}</table></div></section>`;
}

export const head = (name: string): Html => html`<th scope="col" class="num">${name}</th>`;
