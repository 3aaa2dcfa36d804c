import type { OpenSession, PersonAtDesk } from '#operators/application/ports/inbound/people-use-cases.ts';
import { type NamedPerson, personWith } from '#operators/domain/work/person.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import { conditionsOf } from '../../presentation/lead-filter.ts';
import type { Invitation } from '../../presentation/shapes/person-shapes.ts';
import { dayText } from '../../presentation/time-words.ts';
import { change, notDone } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formOf, formsOn } from '../forms.ts';
import { type Html, heardFirst, html } from '../html.ts';
import { goTo, showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { lookingAt } from './inbox-views.ts';

/** The most people whose open leads are counted. */
const MOST_COUNTED = 100;
/** The most leads of one person that are counted. */
const MOST_LEADS = 999;

/** Lists the people at the desk, lets people in and out, and ends sessions. */
export const peoplePages: DeskPages = (routes) => {
  routes.get('/people', 'listPeople', (ctx) => showPeople(ctx));

  formsOn(routes, 'people', { back: () => '/people', again: showPeople });

  change(routes, 'invitePerson', {
    path: '/people/:id/link',
    shown: (ctx, invitation: Invitation) => showPeople(ctx, invitation),
    again: showPeople,
  });

  routes.post('/people/:id/end-one', 'endSessions', async (ctx) => {
    const { operator, form } = ctx.state;
    const order = { person: ctx.params.id ?? '', only: form.get('only') ?? '' };
    const { person, ended } = await operator.endSessions(order);
    const what = order.only === 'links' ? 'every link' : 'one session';
    goTo(ctx, '/people', ended > 0 ? `Ended ${what} of ${person.name}.` : 'It had ended before.');
  });
};

async function showPeople(ctx: DeskContext, invitation?: Invitation): Promise<void> {
  const { operator, session } = ctx.state;
  const [people, named] = await Promise.all([operator.listPeople(), operator.namePeople()]);
  const self = personWith(session.person, named)?.id;
  const counts = await openLeads(ctx, people);
  showPage(
    ctx,
    'People',
    html`<div class="two"><div class="head"><h1>People</h1></div>
<div class="work">
${invitation && linkPart(ctx, invitation)}
${notDone(ctx, 'invitePerson', 'endSessions')}
<div class="sheet staff"><ul>${people.map((person) => personRow(ctx, person, { self, open: counts.get(person.id) }))}</ul>
<section class="add" aria-labelledby="addPerson"><h2 id="addPerson">Add somebody</h2>
${notDone(ctx, 'addPerson')}${formOf(ctx, 'addPerson', {})}</section></div>
</div>
<aside class="beside" aria-label="About people">
<section aria-labelledby="in"><h2 id="in">Letting in</h2>
<p class="aside">A link opens once. A session lasts for twelve hours, on one’s own device for thirty days.
The role is that of the last sign-in.</p>
<p class="aside">Who is added with an email is whoever signs in first with an account that has it, if the provider has verified it.</p></section>
<section aria-labelledby="out"><h2 id="out">Letting out</h2>
<p class="aside">Take the role away at your provider first. <i>Leaves…</i> asks who gets the open leads.</p></section>
${twicePart(ctx, named)}
</aside></div>`,
  );
}

/** Resolves to the numbers of open leads by the person's id; of a large house, to none. */
async function openLeads(
  { state }: DeskContext,
  people: readonly PersonAtDesk[],
): Promise<ReadonlyMap<string, number>> {
  const [operator, looking] = [state.operator, lookingAt(state)];
  if (people.length > MOST_COUNTED) return new Map();
  const of = people.map(({ id: owner }) => conditionsOf({ owner, status: 'open' }, looking));
  const counts = await operator.countLeads({ of, most: MOST_LEADS + 1 });
  return new Map(people.map(({ id }, at) => [id, counts[at] ?? 0]));
}

const linkPart = ({ origin }: DeskContext, { person, link, expires }: Invitation): Html => {
  const url = `${origin}${link}`;
  return html`<section class="shown-link" role="group" aria-labelledby="link" data-back="/people" ${heardFirst}>
<h2 id="link">Link for ${apart(person.name)}</h2>
<div><input readonly aria-label="The link" value="${url}" spellcheck="false" autocomplete="off"><button
 type="button" class="primary" data-copy="${url}" hidden>Copy</button>
<form method="post" action="/people/${person.id}/end-one"><button name="only" value="links">Take it back</button></form></div>
<p class="aside">Send it to ${apart(person.name)}, and to nobody else: whoever opens it is signed in as them.
It opens once, until ${timeOf(expires)}, and is shown only now.</p></section>`;
};

interface Row {
  /** The id of the person who looks. */
  readonly self: string | undefined;
  /** How many open leads they have, if it was counted. */
  readonly open: number | undefined;
}

function personRow(ctx: DeskContext, person: PersonAtDesk, { self, open }: Row): Html {
  const { id, name, email, role, left } = person;
  return html`<li id="${id}">
<div><p><b>${apart(name)}</b>${id === self && html` <span class="aside">you</span>`}</p>
<p class="aside">${role ?? 'no role yet: a link lets them look only'}, ${email === undefined ? 'no email' : apart(email)}</p></div>
<div class="when">${left && html`<p class="aside">left ${timeOf(left)}</p>`}${(!left || person.devices.length > 0) && devicesPart(ctx, person)}</div>
<p class="theirs">${openPart(id, open)}</p>
<div class="acts">${id !== self && html`${!left && linkForm(person)} ${(!left || open !== 0) && leavesLink(person)}`}</div></li>`;
}

/** The button says the first name; to those who do not see it, the whole one. */
function linkForm({ id, name }: PersonAtDesk): Html {
  const [first = '', ...rest] = name.split(' ');
  return html`<form method="post" action="/people/${id}/link"><button><bdi>Link for ${first}<span
 class="unseen"> ${rest.join(' ')}</span></bdi></button></form>`;
}

const leavesLink = ({ id, name }: PersonAtDesk): Html =>
  html`<a class="aside" href="/people/${id}/hand-over">Leaves…<span class="unseen"> Hand over the leads of ${name}</span></a>`;

function openPart(owner: string, open: number | undefined): Html {
  if (open === 0) return html`<span class="aside">no leads</span>`;
  const count = open !== undefined && (open > MOST_LEADS ? `${MOST_LEADS}+ ` : `${open} `);
  return html`<a href="${listPath('/', { owner, status: 'open' })}">${count}open</a>`;
}

const twicePart = (ctx: DeskContext, people: readonly NamedPerson[]): Html =>
  html`<section aria-labelledby="twice"><h2 id="twice">Here twice?</h2>
<details ${ctx.state.refused?.form === 'linkPeople' && html`open`}><summary>Make two entries one person</summary>
${notDone(ctx, 'linkPeople')}${formOf(ctx, 'linkPeople', { people })}
<p class="aside">The account has the leads and the history of both then. This cannot be undone. Two who have both
signed in with accounts stay two.</p></details></section>`;

/** Whether a person is signed in, and on what; sessions other than the one that looks can be ended. */
function devicesPart(ctx: DeskContext, person: PersonAtDesk): Html {
  const { devices, seen } = person;
  if (devices.length === 0)
    return seen ? html`<p>last signed in ${timeOf(seen)}</p>` : html`<p>never here</p>`;
  const isSelf = devices.some(({ id }) => id === ctx.state.session.id);
  return html`<p class="now">signed in</p>
${devices.map((session) => deviceLine(ctx, person, session))}
${devices.length > 1 && !isSelf && html`<div class="aside">${allForm(person, 'End all')}</div>`}`;
}

/** A session in words, such as `a telephone, since Mon 9:00, their own until 2 Dec`. */
function deviceLine({ state }: DeskContext, person: PersonAtDesk, session: OpenSession): Html {
  const { device, since, isOwn, expires } = session;
  const isThis = session.id === state.session.id;
  return html`<div class="aside">${isThis ? 'this' : 'a'} ${device ?? 'browser'}${since && html`, since ${timeOf(since)}`}${
    isOwn && html`, ${isThis ? 'your' : 'their'} own until ${dayText(expires, state.zone)}`
  } ${!isThis && endForm(person, session)}</div>`;
}

/** Ends a session; an only one together with all links. */
function endForm(person: PersonAtDesk, { id: session, device }: OpenSession): Html {
  const { id, name, devices } = person;
  if (devices.length === 1) return allForm(person, 'End');
  return html`<form method="post" action="/people/${id}/end-one"><input type="hidden" name="only" value="${session}"><button
 class="quiet">End<span class="unseen"> the session of ${name} on a ${device ?? 'browser'}</span></button></form>`;
}

const allForm = ({ id, name }: PersonAtDesk, button: string): Html =>
  html`<form method="post" action="/people/${id}/end"><button class="quiet">${button}<span
 class="unseen"> sessions of ${name}</span></button></form>`;
