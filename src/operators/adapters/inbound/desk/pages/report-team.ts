import type { Counts, TeamMember } from '#operators/application/ports/inbound/report-use-cases.ts';
import { personName } from '#operators/domain/work/person.ts';
import { GIVEN, LATE, STILL } from '../../presentation/answers.ts';
import { listPath, workPath } from '../../presentation/desk-paths.ts';
import { TODAY } from '../../presentation/lead-conditions.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import { answerCounts } from '../../presentation/report-columns.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { apart } from '../reach.ts';
import { countText } from './inbox-views.ts';
import {
  cell,
  daysOf,
  head,
  linked,
  type ReportView,
  reportTable,
  shareText,
  winRateCell,
} from './report-table.ts';

/** The most leads of one kind that are counted for a person. */
export const MOST_COUNTED = 999;

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
  const { report, people, team } = view;
  const order = new Intl.Collator();
  const members = team
    .filter(({ owner, ...counts }) => owner !== undefined && (hasAny(counts) || countsOf(view, owner)))
    .map((member) => ({ ...member, name: personName(member.owner ?? '', people) }))
    .sort((a, b) => order.compare(a.name, b.name));
  const nobodys = team.find(({ owner }) => owner === undefined);
  const within = answerCounts(report.goal.within).inTime.head;
  const row = (member: TeamMember, name: Html) => rowOf(member, name, within, view);
  return reportTable({
    id: 'team',
    title: 'The team',
    remark:
      'the first five numbers are of now; the rest is of the leads received in this time, promises too, by the owner of now',
    of: 'Who',
    heads: [...nowNames.map((name) => now[name].head), 'Won', 'Win rate', within, 'Promises kept'].map(head),
    body: [
      html`<tbody>${members.map((member) => {
        const { owner = '', name } = member;
        const isShown = may('readWork') || (owner === session.person && may('readOwnWork'));
        return row(member, isShown ? html`<a href="${workPath(owner)}">${apart(name)}</a>` : apart(name));
      })}</tbody>`,
      nobodys !== undefined &&
        html`<tfoot>${row(
          nobodys,
          html`Nobody’s${
            nobodys.open > 0 &&
            may('assignLeads') &&
            html`<p class="aside on-screen"><a href="${listPath('/', { status: 'open', owner: 'nobody' })}">Give them out</a></p>`
          }`,
        )}</tfoot>`,
    ],
  });
}

const hasAny = (counts: Omit<TeamMember, 'owner'>): boolean =>
  Object.values(counts).some((count) => count > 0);

const countsOf = ({ report }: ReportView, owner: string | undefined): Counts | undefined =>
  report.owners.find((each) => each.owner === owner);

function rowOf(member: TeamMember, name: Html, within: string, view: ReportView): Html {
  const whose = { owner: member.owner ?? 'nobody' };
  const counts = countsOf(view, member.owner);
  const ofNow = nowNames.map((each) => {
    const { head: title, list, look } = now[each];
    const count = member[each];
    return cell(title, linked(count, { ...whose, ...list }, look, countText(count, MOST_COUNTED)));
  });
  if (!counts)
    return html`<tr><th scope="row">${name}</th>${ofNow}${none('Won')}${none('Win rate')}${none(within)}${none('Promises kept')}</tr>`;
  const { won, inTime, promisesKept, promisesMissed } = counts;
  const promises = promisesKept + promisesMissed;
  return html`<tr><th scope="row">${name}</th>${ofNow}
${cell('Won', linked(won, { ...daysOf(view.span), ...whose, status: 'Won' }))}${winRateCell(counts)}
${cell(within, shareText(inTime))}${promises > 0 ? cell('Promises kept', `${promisesKept} of ${promises}`) : none('Promises kept')}</tr>`;
}

const none = (title: string): Html => cell(title, html`<span class="none">–</span>`);
