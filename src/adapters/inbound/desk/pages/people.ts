import type { PersonAtDesk } from '../../../../application/ports/inbound/people.ts';
import type { DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage, timeOf } from '../page.ts';
import { apart } from '../people.ts';

/** Who works at the desk, and whose sessions are to end. */
export const peoplePages: DeskPages = (routes) => {
  routes.get('/people', 'listPeople', async (ctx) => {
    const people = await ctx.state.operator.listPeople();
    showPage(ctx, 'People', peoplePage(people, ctx.state.session.person));
  });

  routes.post('/people/:id/end', 'endSessions', async (ctx) => {
    const { operator } = ctx.state;
    const { person, ended } = await operator.endSessions({ person: ctx.params.id ?? '' });
    const what = ended === 1 ? '1 session or link' : `${ended} sessions and links`;
    goTo(ctx, '/people', `Ended ${what} of ${person.name}.`);
  });
};

const peoplePage = (
  people: readonly PersonAtDesk[],
  self: string,
): Html => html`<div class="head"><h1>People</h1> <a class="button end" href="/people/programs">Programs</a></div>
${
  people.length === 0
    ? html`<p class="empty panel">Nobody yet.</p>`
    : html`<table class="list cards">
<caption class="unseen">Who was let in or named as an owner, whoever signed in last first</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Role</th><th scope="col">Last signed in</th><th scope="col">Now</th><th scope="col">Leads</th></tr></thead>
<tbody>${people.map((person) => personRow(person, self))}</tbody></table>`
}
<p class="soft">The role is that of the last sign-in: a change of it counts from the next one on.
To shut somebody out, take the role away at your provider first, then end their sessions, or hand over their leads.</p>`;

const personRow = (
  { id, name, email, role, seen, left, sessions }: PersonAtDesk,
  self: string,
): Html => html`<tr id="${id}">
<th scope="row" class="whole">${apart(name)}${id === self && html` <span class="soft">(you)</span>`}<br><code class="soft">${id}</code></th>
<td data-label="Email">${email === undefined ? html`<span class="soft">none</span>` : apart(email)}</td>
<td data-label="Role">${role ?? html`<span class="soft">none</span>`}</td>
<td data-label="Last signed in">${seen ? timeOf(seen) : html`<span class="soft">never</span>`}</td>
<td data-label="Now">${
  sessions === 0
    ? html`<span class="soft">not signed in</span>`
    : html`<form method="post" action="/people/${id}/end" class="line">
<span>signed in${sessions > 1 && ` in ${sessions} browsers`}</span>
<button>End session${sessions > 1 && 's'}<span class="unseen"> of ${name}</span></button></form>`
}</td>
<td data-label="Leads">${left && html`<span class="soft">handed over</span> ${timeOf(left)} `}<a
 href="/people/${id}/hand-over">Hand over…<span class="unseen"> the leads of ${name}</span></a></td></tr>`;
