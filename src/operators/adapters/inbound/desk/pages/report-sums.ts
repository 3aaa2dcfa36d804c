import { winRate } from '#operators/application/leads/report.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { durationText } from '../../presentation/answers.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import { answerCounts } from '../../presentation/report-columns.ts';
import { monthName } from '../../presentation/report-span.ts';
import { lostAndUnsaid, lostReasonsOf } from '../../presentation/report-views.ts';
import { type Html, html } from '../html.ts';
import { daysOf, type ReportView, shareText } from './report-table.ts';

/** The five sums of the span; of a month, beside those of the month before. */
export function sumsPart({ report, span, months }: ReportView, zone: TimeZone): Html {
  const { total, goal } = report;
  const before = span.month === undefined ? undefined : months.at(-2);
  const beside = (of: 'received' | 'won') => {
    if (!before) return '';
    const sum = before.counts.reduce((all, counts) => all + counts[of], 0);
    return `${monthName(before.span.firstDay.slice(0, 7), zone, 'long')} ${sum}`;
  };
  const half = total.median === undefined ? '' : `half in ${durationText(total.median)}`;
  const sums = [
    ['Received', total.received, beside('received')],
    ['Open', total.open, ''],
    ['Won', total.won, beside('won')],
    ['Win rate', shareText(winRate(total)), ''],
    [answerCounts(goal.within).inTime.head, shareText(total.inTime), half],
  ] as const;
  return html`<dl class="sheet sums">${sums.map(
    ([name, sum, more]) => html`<div><dt>${name}</dt><dd>${sum}</dd><dd class="aside">${more}</dd></div>`,
  )}</dl>`;
}

/** Why leads were lost, in one sentence: the most frequent reason first, those that are no leads last. */
export function lostPart({ report, reasons, span }: ReportView): Html | false {
  const { lost } = report.total;
  if (lost === 0) return false;
  const leftOut = new Set(reasons.flatMap(({ code, counts }) => (counts ? [] : [code])));
  const all = lostReasonsOf(lostAndUnsaid(report, reasons));
  const told = all
    .filter(({ lostReason }) => !leftOut.has(lostReason))
    .map(({ leads, words }) => `${leads} ${lower(words)}`);
  const notLeads = report.total.notCounted;
  const parts = [told.join(', '), notLeads > 0 && `${notLeads} not leads`].filter(Boolean).join('; ');
  const list = listPath('/', { ...daysOf(span), status: 'Lost' });
  return html`<p class="lost-why">Lost <a href="${list}">${lost}</a>${parts && `: ${parts}`}.</p>`;
}

/** Words as they stand within a sentence; names in capitals stay. */
const lower = (words: string): string =>
  /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
