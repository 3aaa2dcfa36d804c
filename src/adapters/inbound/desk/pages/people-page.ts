import type { PersonAtDesk } from '../../../../application/operators/ports/inbound/people-use-cases.ts';
import { deskRoles } from '../../../../domain/work/desk-role.ts';
import { type NamedPerson, personWith } from '../../../../domain/work/person.ts';
import { personColumns } from '../../operators/person-views.ts';
import { change } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import type { Why } from '../why-not.ts';

/** Who works at the desk, who is to, and whose sessions are to end. */
export const peoplePages: DeskPages = (routes) => {
  routes.get('/people', 'listPeople', (ctx) => showPeople(ctx));

  for (const [id, path] of [
    ['addPerson', '/people'],
    ['linkPeople', '/people/link'],
    ['endSessions', '/people/:id/end'],
  ] as const)
    change(routes, id, { path, back: () => '/people', again: showPeople });
};

async function showPeople(ctx: DeskContext, why?: Why): Promise<void> {
  const { form, operator, session } = ctx.state;
  const [people, named] = await Promise.all([operator.listPeople(), operator.namePeople()]);
  if (why !== undefined) ctx.status = 409;
  const self = personWith(session.person, named)?.id;
  showPage(
    ctx,
    'People',
    html`<div class="head"><h1>People</h1></div>
${why !== undefined && html`<p class="refused" role="alert">${why}</p>`}
${people.length === 0 ? html`<p class="empty panel">Nobody yet.</p>` : peopleTable(people, self)}
<p class="soft">The role is that of the last sign-in: a change of it counts from the next one on.
To shut somebody out, take the role away at your provider first, then end their sessions, or hand over their leads.</p>
${addForm(form)}${named.length > 1 && linkForm(named, form)}`,
  );
}

const peopleTable = (people: readonly PersonAtDesk[], self: string | undefined): Html =>
  listTable(people, {
    columns: personColumns,
    caption: 'Who has signed in or was added, whoever signed in last first',
    idOf: ({ id }) => id,
    shown: [
      {
        ...{ of: 'name', class: 'whole' },
        html: ({ id, name }) =>
          html`${apart(name)}${id === self && html` <span class="soft">(you)</span>`}<br><code class="soft">${id}</code>`,
      },
      { of: 'email', none: 'none' },
      { of: 'role', none: 'none' },
      { of: 'seen', none: 'never' },
      { of: 'sessions', head: 'Now', html: sessionsPart },
      { of: 'left', head: 'Leads', html: leadsPart },
    ],
  });

const sessionsPart = ({ id, name, sessions }: PersonAtDesk): Html =>
  sessions === 0
    ? html`<span class="soft">not signed in</span>`
    : html`<form method="post" action="/people/${id}/end" class="line">
<span>signed in${sessions > 1 && ` in ${sessions} browsers`}</span>
<button>End session${sessions > 1 && 's'}<span class="unseen"> of ${name}</span></button></form>`;

const leadsPart = ({ id, name, left }: PersonAtDesk): Html =>
  html`${left && html`<span class="soft">handed over</span> ${timeOf(left)} `}<a
 href="/people/${id}/hand-over">Hand over…<span class="unseen"> the leads of ${name}</span></a>`;

const addForm = (form: URLSearchParams): Html => html`<section class="panel" aria-labelledby="add">
<h2 id="add">Add somebody</h2>
<form method="post" action="/people" class="line"><label class="above">Name
<input name="name" value="${form.get('name') ?? ''}" required maxlength="100" autocomplete="off"></label>
<label class="above">Email
<input type="email" name="email" value="${form.get('email') ?? ''}" maxlength="254" autocomplete="off"></label>
<label class="above">Role
<select name="role"><option value="">none</option>${deskRoles.map((role) => html`<option>${role}</option>`)}</select></label>
<button>Add</button></form>
<p class="soft">Leads can be theirs at once. They are whoever signs in first with an account whose email this is,
if the provider has verified it.</p></section>`;

const linkForm = (
  people: readonly NamedPerson[],
  form: URLSearchParams,
): Html => html`<section class="panel" aria-labelledby="link">
<h2 id="link">Two that are one</h2>
<form method="post" action="/people/link" class="line"><label class="above">Who was known by name
<select name="person" required>${choices(people, form.get('person'))}</select></label>
<label class="above">Is this account
<select name="account" required>${choices(people, form.get('account'))}</select></label>
<button>Link</button></form>
<p class="soft">The account then has the leads and the history of both, and the name means it.
This cannot be undone.</p></section>`;

const choices = (people: readonly NamedPerson[], chosen: string | null): Html =>
  html`<option value="">Choose a person</option>${people.map(
    ({ id, name }) => html`<option value="${id}" ${id === chosen && html`selected`}>${name}</option>`,
  )}`;
