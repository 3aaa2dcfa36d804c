import type { PersonAtDesk } from '../../../../application/ports/inbound/people-use-cases.ts';
import { personWith } from '../../../../domain/work/person.ts';
import { personColumns } from '../../presentation/person-views.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formOf, formPanels, formsOn } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';

/** Lists the people at the desk, adds people, and ends sessions. */
export const peoplePages: DeskPages = (routes) => {
  routes.get('/people', 'listPeople', (ctx) => showPeople(ctx));

  formsOn(routes, 'people', { back: () => '/people', again: showPeople });
};

async function showPeople(ctx: DeskContext): Promise<void> {
  const { operator, session } = ctx.state;
  const [people, named] = await Promise.all([operator.listPeople(), operator.namePeople()]);
  const self = personWith(session.person, named)?.id;
  showPage(
    ctx,
    'People',
    html`<div class="head"><h1>People</h1></div>
${peopleTable(ctx, people, self)}
<p class="soft">The role is that of the last sign-in: a change of it counts from the next one on.
To shut somebody out, take the role away at your provider first, then end their sessions, or hand over their leads.</p>
${formPanels(ctx, 'people', { people: named })}`,
  );
}

const peopleTable = (ctx: DeskContext, people: readonly PersonAtDesk[], self: string | undefined): Html =>
  listTable(people, {
    columns: personColumns,
    caption: 'Who has signed in or was added, whoever signed in last first',
    empty: 'Nobody yet.',
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
      { of: 'sessions', head: 'Now', html: (person) => sessionsPart(ctx, person) },
      { of: 'left', head: 'Leads', html: leadsPart },
    ],
  });

const sessionsPart = (ctx: DeskContext, { id, name, sessions }: PersonAtDesk): Html =>
  sessions === 0
    ? html`<span class="soft">not signed in</span>`
    : html`<span>signed in${sessions > 1 && ` in ${sessions} browsers`}</span>
${formOf(ctx, 'endSessions', { id, unseen: `of ${name}` })}`;

const leadsPart = ({ id, name, left }: PersonAtDesk): Html =>
  html`${left && html`<span class="soft">handed over</span> ${timeOf(left)} `}<a
 href="/people/${id}/hand-over">Hand over…<span class="unseen"> the leads of ${name}</span></a>`;
