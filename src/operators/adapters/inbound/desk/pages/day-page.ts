import { isFinal } from '../../../../../domain/lead-status.ts';
import type { DayPart, LeadDay } from '../../../../application/ports/inbound/lead-use-cases.ts';
import { authorName, type NamedPerson } from '../../../../domain/work/person.ts';
import { UNANSWERED } from '../../presentation/answers.ts';
import { leadPath, listPath } from '../../presentation/desk-paths.ts';
import { OURS, TODAY } from '../../presentation/lead-conditions.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import { leadName } from '../../presentation/lead-words.ts';
import type { DeskPages } from '../desk-state.ts';
import { type Html, html, type TimeWriter } from '../html.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { timesIn } from '../times.ts';
import { countViews, dueText, lookingAt } from './inbox-views.ts';
import { leadTable } from './lead-list.ts';
import { newsNote } from './news.ts';

/** The most leads shown in each part. */
const MOST_SHOWN = 50;

/** Leads that nobody has answered, and that no colleague takes care of. */
const fresh: LeadFilter = { status: UNANSWERED, owner: OURS };
const planned: LeadFilter = { owner: OURS, due: TODAY };
const waiting: LeadFilter = { status: 'open', owner: 'me', waiting: '3', order: 'oldest' };

/** Shows what somebody has to turn to today, in order. */
export const dayPages: DeskPages = (routes) => {
  routes.get('/day', 'readDay', async (ctx) => {
    const { operator, now, zone } = ctx.state;
    const [day, people, reasons, counts] = await Promise.all([
      operator.readDay({ most: MOST_SHOWN }),
      operator.namePeople(),
      operator.nameLostReasons(),
      countViews(ctx),
    ]);
    const parts = [
      partOf('Due', day.due, planned),
      partOf('New', day.fresh, fresh),
      partOf('Later today', day.later, planned),
      partOf('Waiting for 3 days', day.waiting, waiting),
    ].filter(({ rows }) => rows.length > 0);
    const others = await operator.otherLeads({ leads: parts.flatMap(({ rows }) => rows) });
    const due = dueText(counts);
    showPage(
      ctx,
      due === undefined ? 'My day' : `(${due} due) My day`,
      html`<div class="head"><h1>My day</h1> <a class="end" href="/audit">What I did</a></div>
${newsNote(fresh, { now, path: '/day' })}
${takenPart(day.taken, people, timesIn(zone, now))}
${leadTable(parts, { ...lookingAt(ctx.state), others, people, reasons, empty: nothing })}`,
    );
  });
};

/** A note on follow-ups that others changed. Each links to its lead, and goes once that was looked at. */
const takenPart = (taken: LeadDay['taken'], people: readonly NamedPerson[], time: TimeWriter): Html | false =>
  taken.length > 0 &&
  html`<ul class="note" aria-label="Your follow-ups that others changed">${taken.map(
    ({ at, lead, from, to, ...author }) =>
      html`<li>${apart(authorName(author, people))} ${to ? 'moved' : 'ended'} your follow-up of ${
        lead ? html`<a href="${leadPath(lead.id)}">${apart(leadName(lead))}</a>` : leadName(lead)
      }${to ? html` from ${time(from, to)} to ${time(to, from)}` : html`, ${timeOf(from)}`}${
        !to && lead && isFinal(lead.status) && `: the lead is ${lead.status}`
      }
<span class="soft">(${timeOf(at)})</span></li>`,
  )}</ul>`;

const nothing = html`Nothing is due, and no customer waits for you. <a href="/">All leads</a>`;

/** The heading of a part: how many leads it has, and a link to the rest. */
const partOf = (name: string, { leads, more }: DayPart, all: LeadFilter) => ({
  head: html`${name} <span class="count">${leads.length}${more && '+'}</span>${
    more && html` <a href="${listPath('/', all)}">All of them</a>`
  }` satisfies Html,
  rows: leads,
});
