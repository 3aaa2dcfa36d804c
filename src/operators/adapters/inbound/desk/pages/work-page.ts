import type { Work } from '#operators/application/ports/inbound/lead-use-cases.ts';
import { dayAfter, type TimeZone } from '#operators/domain/time-zone.ts';
import type { Activity } from '#operators/domain/work/activity.ts';
import { type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import { sumsOf, type WorkDone } from '#operators/domain/work/work-done.ts';
import { initialStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { endOfDay, startOfDay } from '../../presentation/days.ts';
import { leadPath, pathWith } from '../../presentation/desk-paths.ts';
import { followUpParts, leadName } from '../../presentation/lead-words.ts';
import { dayText, hourText } from '../../presentation/time-words.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';

/** The spans of days to choose from, by their name in the address. */
const spans = {
  today: { name: 'Today', days: (today: string) => [today, today] },
  yesterday: { name: 'Yesterday', days: (today: string) => [dayAfter(today, -1), dayAfter(today, -1)] },
  week: { name: 'This week', days: (today: string) => [mondayOf(today), today] },
} as const satisfies Record<string, { name: string; days: (today: string) => [string, string] }>;
type SpanName = keyof typeof spans;
const spanNames = Object.keys(spans) as readonly SpanName[];

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay();
  return dayAfter(day, -((weekday + 6) % 7));
}

/** Shows what somebody did: sums in a sentence, then each customer. Admins see it of everybody. */
export const workPages: DeskPages = (routes) => {
  routes.get('/work', 'readOwnWork', async (ctx) => {
    const { operator, may, now, zone, query, session } = ctx.state;
    const people = await operator.namePeople();
    const span = spanNames.find((name) => name === query.get('days')) ?? 'today';
    const [first, last] = spans[span].days(zone.dayOf(now));
    const when = { since: startOfDay(first, zone), until: endOfDay(last, zone) };
    const me = personWith(session.person, people)?.id ?? session.person;
    const person = (may('readWork') && query.get('by')) || me;
    const isMine = personWith(person, people)?.id === me || person === me;
    const work = await (isMine ? operator.readOwnWork(when) : operator.readWork({ ...when, person }));
    const title = isMine ? 'What I did' : `What ${personName(person, people)} did`;
    showPage(ctx, title, workPage(ctx, { title, person, isMine, span, work, people }));
  });
};

interface WorkView {
  readonly title: string;
  readonly person: string;
  readonly isMine: boolean;
  readonly span: SpanName;
  readonly work: Work;
  readonly people: readonly NamedPerson[];
}

function workPage({ state: { may, zone } }: DeskContext, view: WorkView): Html {
  const { title, person, isMine, span: present, work, people } = view;
  const { done, more } = work;
  const pathOf = (days: SpanName) => pathWith('/work', { by: isMine ? undefined : person, days });
  const links = spanNames.map(
    (span) =>
      html`<a class="chip" href="${pathOf(span)}" ${span === present && html`aria-current="true"`}>${spans[span].name}</a> `,
  );
  const who = people
    .filter(({ mayWork, id }) => mayWork || id === person)
    .map(({ id, name }) => [id, name] as const);
  return html`<div class="head"><h1>${title}</h1> <nav aria-label="Days">${links}</nav>
${
  may('readWork') &&
  html`<form class="line end"><input type="hidden" name="days" value="${present}"><label>Who
<select name="by">${options(who, person)}</select></label> <button>Show</button></form>`
}</div>
<p class="sums-said">${done.length > 0 ? sumsText(done) : `${spans[present].name}: nothing written down.`}</p>
${done.length > 0 && html`<ol class="sheet work-done">${done.map((each) => item(each, present, { people, zone }))}</ol>`}
<p class="aside">${more && 'There is more than is shown here. '}What was struck or undone does not count. Looks and
searches are in the <a href="/audit${!isMine && `?by=${encodeURIComponent(person)}`}">audit log</a>.</p>`;
}

/** Counts in a sentence: `7 calls, 4 reached, 2 quoted, 1 lost`. */
function sumsText(done: readonly WorkDone[]): string {
  const { calls, reached, wrote, notes, moved } = sumsOf(done);
  const many = (count: number, one: string, more = one) =>
    count > 0 && `${count} ${count === 1 ? one : more}`;
  const moves = leadStatuses.map((status) =>
    many(moved.get(status) ?? 0, status === initialStatus ? 'reopened' : status.toLowerCase()),
  );
  const all = [many(calls, 'call', 'calls'), many(reached, 'reached'), many(wrote, 'wrote'), ...moves];
  const told = [...all, many(notes, 'note', 'notes')].filter((text) => text !== false);
  return told.length > 0 ? told.join(', ') : many(done.length, 'follow-up', 'follow-ups') || '';
}

/** What was done, before the customer's name. */
const doneTo: Readonly<Record<Activity['kind'], string | undefined>> = {
  note: 'Noted about',
  called: 'Called',
  reached: 'Reached',
  wrote: 'Wrote to',
  'no-answer': 'No answer from',
  'follow-up': undefined,
};

interface Names {
  readonly people: readonly NamedPerson[];
  readonly zone: TimeZone;
}

/** A moment's work on a lead: when, who the customer is, what was done, and the words. */
function item(
  { at, lead, activity, moved }: Work['done'][number],
  span: SpanName,
  { people, zone }: Names,
): Html {
  const hour = hourText(at, zone);
  const words = [activity?.text, moved?.reason].filter(Boolean);
  const what = [
    activity && doneTo[activity.kind],
    moved && (!activity || activity.kind === 'follow-up') && 'Moved',
  ].find(Boolean);
  const promise = activity ? followUpParts(activity, people, timeOf) : [];
  return html`<li><p class="aside when">${span === 'week' ? `${dayText(at, zone)}, ${hour}` : hour}</p>
<div><p>${what} <a class="name" href="${leadPath(lead.id)}">${apart(leadName(lead))}</a>${
    moved && `${what === 'Moved' ? '' : ', moved'} to ${moved.status}`
  }</p>
${promise.length > 0 && html`<p class="aside">${promise}</p>`}
${words.map((text) => html`<p class="said-then" dir="auto">${text}</p>`)}</div></li>`;
}
