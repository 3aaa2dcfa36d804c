import { noLeads } from '#operators/application/leads/report-book.ts';
import type { Counts, TeamMember } from '#operators/application/ports/inbound/report-use-cases.ts';
import { personName } from '#operators/domain/work/person.ts';
import { vendorLabel } from '../../../../../domain/vendor.ts';
import { GIVEN, LATE, STILL } from '../../presentation/answers.ts';
import { listPath, vendorPath, workPath } from '../../presentation/desk-paths.ts';
import { TODAY } from '../../presentation/lead-conditions.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import { monthName } from '../../presentation/report-span.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { countText } from './inbox-views.ts';
import {
  cell,
  daysOf,
  linked,
  MOST_COUNTED,
  numbersOf,
  type ReportView,
  reportTable,
} from './report-table.ts';

type Now = Exclude<keyof TeamMember, 'owner'>;

/** What people have to do now: each number with the filter of its list. */
const now: Readonly<
  Record<Now, { readonly head: string; readonly list: LeadFilter; readonly look?: string }>
> = {
  open: { head: 'Open', list: { status: 'open' } },
  due: { head: 'Due', list: { due: TODAY } },
  late: { head: 'Late', list: { status: LATE }, look: 'late' },
  still: { head: 'Still', list: { status: STILL } },
  given: { head: 'Not opened', list: { status: GIVEN } },
};
const nowNames = Object.keys(now) as readonly Now[];

/** The team, by name, with nobody's leads last: what is to do now, and what became of the span's leads. */
export function teamPart({ state: { may, session } }: DeskContext, view: ReportView): Html {
  const { report, people, team, span } = view;
  const order = new Intl.Collator();
  const numbers = numbersOf('team', view);
  const countsOf = (person: string | undefined) => report.owners.find(({ owner }) => owner === person);
  const members = team
    .filter(({ owner, ...counts }) => owner !== undefined && (hasAny(counts) || countsOf(owner)))
    .map((member) => ({ ...member, name: personName(member.owner ?? '', people) }))
    .sort((a, b) => order.compare(a.name, b.name));
  const nobodys = team.find(({ owner }) => owner === undefined);
  const row = (member: TeamMember, name: Html) => {
    const whose = { owner: member.owner ?? 'nobody' };
    return html`<tr><th scope="row">${name}</th>${nowCells(member, whose)}
${numbers.cells(countsOf(member.owner), { ...daysOf(span), ...whose })}</tr>`;
  };
  const isShown = (owner: string) => may('readWork') || (owner === session.person && may('readOwnWork'));
  return reportTable({
    id: 'team',
    title: 'The team',
    remark:
      'the first five numbers are of now; the rest is of the leads received in this time, promises too, by the owner of now',
    of: 'Who',
    heads: [...nowNames.map((name) => now[name].head), ...numbers.heads],
    body: [
      html`<tbody>${members.map((member) => {
        const { owner = '', name } = member;
        return row(
          member,
          isShown(owner) ? html`<a href="${workPath(owner)}">${apart(name)}</a>` : apart(name),
        );
      })}</tbody>`,
      nobodys !== undefined &&
        html`<tfoot>${row(nobodys, html`Nobody’s${nobodys.open > 0 && may('assignLeads') && giveOut}`)}</tfoot>`,
    ],
  });
}

const hasAny = (counts: Omit<TeamMember, 'owner'>): boolean =>
  Object.values(counts).some((count) => count > 0);

const nowCells = (member: TeamMember, whose: LeadFilter): Html[] =>
  nowNames.map((name) => {
    const { head, list, look } = now[name];
    const count = member[name];
    return cell(head, linked(count, { ...whose, ...list }, look, countText(count, MOST_COUNTED)));
  });

const giveOut = html`<p class="aside on-screen"><a href="${listPath('/', { status: 'open', owner: 'nobody' })}">Give them out</a></p>`;

/** A line for each vendor, with its last six months: those who sent most first. Its types unfold. */
export function vendorPart(ctx: DeskContext, view: ReportView): Html {
  const { report, vendors, months, quiet } = view;
  const { zone } = ctx.state;
  const ids = new Set([
    ...report.vendors.map(({ vendorId }) => vendorId),
    ...months.flatMap(({ counts }) => counts.map(({ vendorId }) => vendorId)),
    ...quiet.keys(),
  ]);
  const order = new Intl.Collator();
  const lines = [...ids]
    .map((vendorId) => ({
      ...(report.vendors.find((each) => each.vendorId === vendorId) ?? noLeads),
      vendorId,
      name: vendorLabel(vendorId, vendors),
    }))
    .sort((a, b) => b.received - a.received || order.compare(a.name, b.name));
  return reportTable({
    id: 'vendors',
    title: 'The vendors',
    remark: html`the bars: <span class="key won">won</span> of <span class="key came">received</span>, the last six months`,
    of: 'Vendor',
    heads: numbersOf('vendors', view).heads,
    more: months.map(
      ({ span }) => html`<th scope="col" class="month">${monthName(monthOf(span), zone, 'short')}</th>`,
    ),
    body: lines.map((line) => vendorBody(ctx, line, view)),
  });
}

type Line = Counts & { readonly vendorId: string; readonly name: string };

function vendorBody({ state: { may, zone } }: DeskContext, line: Line, view: ReportView): Html {
  const { vendorId, name } = line;
  const { months, span, report, quiet } = view;
  const { cells } = numbersOf('vendors', view);
  const filter = { ...daysOf(span), vendor: vendorId };
  const types = report.rows.filter((each) => each.vendorId === vendorId);
  const most = Math.max(1, ...months.flatMap(({ counts }) => counts.map(({ received }) => received)));
  const bars = months.map((month) => {
    const { received = 0, won = 0 } = month.counts.find((each) => each.vendorId === vendorId) ?? {};
    return html`<td class="month" data-label="${monthName(monthOf(month.span), zone, 'short')}">${bar({ received, won }, most)}</td>`;
  });
  const since = quiet.get(vendorId);
  const title = may('listKeys') ? html`<a href="${vendorPath(vendorId)}">${apart(name)}</a>` : apart(name);
  const typeRows = types.map(
    ({ dealType, ...counts }) =>
      html`<tr class="type"><th scope="row">${dealType}</th>${cells(counts, { ...filter, type: dealType })}<td class="nothing" colspan="${months.length}"></td></tr>`,
  );
  return html`<tbody><tr><th scope="row">${title}${
    quiet.has(vendorId) && html`<p class="aside soon">quiet${since && html` since ${timeOf(since)}`}</p>`
  }${typesPart(types, name)}</th>${cells(line, filter)}${bars}</tr>
${types.length > 1 && typeRows}</tbody>`;
}

/** The switch that unfolds the rows of a vendor's types; the name of a single one. */
function typesPart(types: ReportView['report']['rows'], name: string): Html | false {
  const [first] = types;
  if (!first) return false;
  return types.length === 1
    ? html`<p class="aside">${first.dealType}</p>`
    : html`<details class="aside"><summary>${types.length} types<span class="unseen"> of ${name}</span></summary></details>`;
}

/** The height of a bar in pixels. */
const HEIGHT = 32;

/** A month: how many leads came, how many of them are won, and that number below. */
function bar({ received, won }: { readonly received: number; readonly won: number }, most: number): Html {
  const rect = (look: string, count: number) => {
    const height = (HEIGHT * count) / most;
    return html`<rect class="${look}" x="4" y="${HEIGHT - height}" width="16" height="${height}" rx="2"/>`;
  };
  const text =
    received === 0
      ? html`<span aria-hidden="true">–</span><span class="unseen">none</span>`
      : html`${won}<span class="unseen"> won of ${received}</span>`;
  return html`<svg viewBox="0 0 24 ${HEIGHT}" width="24" height="${HEIGHT}" aria-hidden="true">${rect('got', received)}${rect('won', won)}</svg><span>${text}</span>`;
}

const monthOf = ({ firstDay }: { readonly firstDay: string }): string => firstDay.slice(0, 7);
