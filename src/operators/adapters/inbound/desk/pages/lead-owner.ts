import { type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html, required } from '../html.ts';
import { named, options } from '../options.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { notDone } from '../why-not.ts';

/** The owner of a lead in a word, such as `nobody’s`. */
export const ownerText = (owner: string | undefined, people: readonly NamedPerson[]): Html =>
  owner === undefined ? html`nobody’s` : html`${apart(personName(owner, people))}’s`;

/** The owner of a lead, with forms to take it and to give it away. */
export function ownerPart(
  ctx: DeskContext,
  { id, owner, assigned }: WorkedDeal,
  { people, name }: { readonly people: readonly NamedPerson[]; readonly name: string },
): Html {
  const me = personWith(ctx.state.session.person, people)?.id ?? ctx.state.session.person;
  const present = owner === undefined ? undefined : (personWith(owner, people)?.id ?? owner);
  const isMine = present === me;
  const since =
    assigned && owner !== undefined && html` <span class="aside">since ${timeOf(assigned.at)}</span>`;
  const offered = named(people.filter((each) => each.mayWork && each.id !== present && each.id !== me));
  const seen = html`<input type="hidden" name="from" value="${owner}"><input type="hidden" name="name" value="${name}">`;
  const form = (fields: Html) =>
    html`<form method="post" action="${leadPath(id)}/assign" class="pair">${seen}${fields}</form>`;
  return html`<section class="owner" aria-labelledby="owner"><h2 id="owner">Owner</h2>
<p>${owner === undefined ? 'Nobody’s: the first to answer has it.' : html`${isMine ? 'Yours' : ownerText(owner, people)}${since}`}</p>
${notDone(ctx, 'assignLead')}
${
  ctx.state.may('assignLead') &&
  html`${!isMine && form(html`<button name="owner" value="${me}">Take</button>`)}
${form(
  html`<select name="owner" aria-label="Give to" ${required}>${options([
    ['', 'Give to…'],
    ...offered,
    ...(owner === undefined ? [] : [['nobody', 'nobody: who answers next has it'] as const]),
  ])}</select> <button>Give</button>`,
)}`
}</section>`;
}
