import type { DayPart, LeadDay } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { Wishes } from '#operators/domain/events/subscription.ts';
import { STILL, UNANSWERED } from '../../presentation/answers.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import { OURS, TODAY } from '../../presentation/lead-conditions.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import { dateText, hourText } from '../../presentation/time-words.ts';
import { setToldCookie, toldCookie } from '../cookies.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';
import { goTo, showPage } from '../page.ts';
import { addLeadLink } from './add-lead.ts';
import { type DayLooking, dayRow } from './day-rows.ts';
import { forYouPart, givenUnread } from './day-told.ts';
import { lookingAt } from './inbox-views.ts';
import { newsNote } from './news.ts';

/** The most leads shown in each part. */
const MOST_SHOWN = 50;

/** Leads that nobody has answered, and that no colleague takes care of. */
const fresh: LeadFilter = { status: UNANSWERED, owner: OURS };

/** The parts of My day in their order, each with the filter of the list that shows all its leads. */
const parts: readonly Part[] = [
  { part: 'promised', name: 'Promised', all: { owner: OURS, due: TODAY } },
  { part: 'fresh', name: 'New', all: fresh },
  { part: 'still', name: 'Standing still', all: { status: STILL, owner: 'me', order: 'oldest' } },
];

interface Part {
  readonly part: Exclude<keyof LeadDay, 'taken' | 'given'>;
  readonly name: string;
  readonly all: LeadFilter;
}

/** Shows what somebody has to turn to today, in order. */
export const dayPages: DeskPages = (routes) => {
  routes.get('/day', 'readDay', async (ctx) => {
    const { operator, now, zone, session } = ctx.state;
    const [day, people, push] = await Promise.all([
      operator.readDay({ most: MOST_SHOWN }),
      operator.namePeople(),
      pushPart(ctx),
    ]);
    const shown = [day.promised, day.fresh, day.still, day.nobodys].flatMap(({ leads }) => leads);
    const others = await operator.otherLeads({ leads: shown });
    const looking: DayLooking = { ...lookingAt(ctx.state), people, others };
    const due = day.promised.leads.filter(({ followUp }) => followUp && followUp.at <= now).length;
    const work = parts.filter(({ part }) => day[part].leads.length > 0);
    showPage(
      ctx,
      due === 0 ? 'My day' : `(${due}${day.promised.more ? '+' : ''} due) My day`,
      html`<div class="two day">
<div class="head"><h1>My day</h1> <p class="aside">${dateText(now, zone)}, ${hourText(now, zone)}</p>${addLeadLink(ctx)}</div>
<div class="work">
${newsNote(fresh, { now, path: '/day' })}
${work.length + day.nobodys.leads.length === 0 && nothing}
${work.length > 0 && html`<div class="sheet">${work.map((each) => partOf(each, day[each.part], looking))}</div>`}
${day.nobodys.leads.length > 0 && html`<div class="sheet">${nobodysPart(day.nobodys, looking)}</div>`}
${othersPart(day.others, looking)}
</div>
<aside class="beside" aria-label="For you">
${forYouPart({ ...day, given: givenUnread(ctx, day.given) }, { people, me: session.person, now, zone })}
<section class="on-screen" aria-labelledby="did"><h2 id="did">What I did</h2>
<p><a href="/work">Today</a>, <a href="/work?days=yesterday">yesterday</a>, <a href="/work?days=week">this week</a></p></section>
${push.part}
</aside></div>`,
      push.head,
    );
  });

  pushForms(routes);
};

const nothing = html`<p class="empty sheet">Nothing is due, and no customer waits for you. <a href="/">All leads</a></p>`;

/** The heading of a part: how many leads it has, and a link to the rest. */
const heading = (id: string, name: string, { leads, more }: DayPart, all: LeadFilter): Html =>
  html`<h2 id="${id}">${name} <span class="count">${leads.length}${more && '+'}</span></h2>${
    more && html`<p class="aside on-screen"><a href="${listPath('/', all)}">All of them</a></p>`
  }`;

const partOf = ({ part, name, all }: Part, found: DayPart, looking: DayLooking): Html =>
  html`<section aria-labelledby="${part}"><div class="part">${heading(part, name, found, all)}</div>
<ol class="turns">${found.leads.map((lead) => dayRow(lead, part, looking))}</ol></section>`;

const nobodysPart = (found: DayPart, looking: DayLooking): Html =>
  html`<section aria-labelledby="nobodys"><div class="part">
${heading('nobodys', 'Nobody’s', found, { status: 'open', owner: 'nobody', order: 'oldest' })}
<p class="aside end">on everybody’s day until one takes them</p></div>
<ol class="turns">${found.leads.map((lead) => dayRow(lead, 'nobodys', looking))}</ol></section>`;

/** The part with other open leads, folded: they come back by themselves. */
const othersPart = (found: DayPart, looking: DayLooking): Html | false =>
  found.leads.length > 0 &&
  html`<details class="rest sheet"><summary>Your other open leads <span class="aside">${found.leads.length}${
    found.more && '+'
  }, each with the day on which it comes back</span></summary>
${found.more && html`<p class="part aside"><a href="${listPath('/', { status: 'open', owner: 'me' })}">All of yours</a></p>`}
<ol class="turns">${found.leads.map((lead) => dayRow(lead, 'others', looking))}</ol></details>`;

/** New leads of which somebody can be told. */
const choices = { all: 'all new leads', ours: 'mine and nobody’s', none: 'none' } as const satisfies Record<
  Wishes['leads'],
  string
>;

/** The forms by which somebody has this device tell them of leads, and no more. */
const pushForms: DeskPages = (routes) => {
  routes.post('/day/tell', 'tellHere', async (ctx) => {
    const { operator, form, session } = ctx.state;
    const [endpoint = '', p256dh = '', auth = ''] = ['endpoint', 'p256dh', 'auth'].map(
      (name) => form.get(name) ?? '',
    );
    const leads = Object.keys(choices).find((each) => each === form.get('leads')) as
      | Wishes['leads']
      | undefined;
    const wishes = { leads: leads ?? 'ours', promises: form.has('promises') };
    const id = await operator.tellHere({ endpoint, p256dh, auth, wishes, session: session.id });
    const before = toldCookie(ctx);
    if (before !== undefined && before !== id) await operator.tellNoMore({ id: before });
    setToldCookie(ctx, id);
    goTo(ctx, '/day', 'This device tells you.');
  });
  routes.post('/day/tell-no-more', 'tellNoMore', async (ctx) => {
    await ctx.state.operator.tellNoMore({ id: toldCookie(ctx) });
    setToldCookie(ctx, null);
    goTo(ctx, '/day', 'This device tells you no more.');
  });
};

/**
 * The part of My day in which somebody has this device tell them, and what makes the desk an application there.
 * Nothing without keys, or where browsers allow neither: only https and this machine are safe to them.
 */
async function pushPart(ctx: DeskContext): Promise<{ readonly part?: Html; readonly head?: Html }> {
  const isSafe = ctx.cookies.secure || /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(ctx.host);
  const told = isSafe ? await ctx.state.operator.toldHere({ id: toldCookie(ctx) }) : undefined;
  if (!told) return {};
  const { leads = 'ours', promises = true } = told.wishes ?? {};
  const part = html`<section aria-labelledby="tell" data-push="${told.key}" hidden><h2 id="tell">Tell me on this device</h2>
<form method="post" action="/day/tell" class="stack">
${['endpoint', 'p256dh', 'auth'].map((name) => html`<input type="hidden" name="${name}">`)}
<label>New leads <select name="leads">${options(Object.entries(choices), leads)}</select></label>
<label><input type="checkbox" name="promises" ${promises && html`checked`}> promises due</label>
<button>${told.wishes ? 'Change' : 'Tell me'}</button> <span role="status"></span></form>
${told.wishes && html`<form method="post" action="/day/tell-no-more"><button class="quiet">Tell me no more</button></form>`}
</section>`;
  return { part, head: html`<link rel="manifest" href="/desk.webmanifest">` };
}
