import { type NamedPerson, type Person, personName, personWith } from '../../../../domain/work/person.ts';
import { countOf } from '../../operators/lead-words.ts';
import { namesakesText } from '../../operators/person-views.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { longWork, startLong, workPart } from '../long-work.ts';
import { goTo, showPage } from '../page.ts';
import { apart } from '../reach.ts';
import { type Why, whyNot } from '../why-not.ts';

/** Somebody leaves: their open leads go to another. */
export const handOverPages: DeskPages = (routes) => {
  routes.get('/people/:id/hand-over', 'handOver', (ctx) => showHandOver(ctx));

  routes.post('/people/:id/hand-over', 'handOver', async (ctx) => {
    const person = ctx.params.id ?? '';
    const what = 'The leads are handed over';
    let said: string | undefined;
    const why = await whyNot(async () => {
      said = await startLong(person, what, (progress) => handOver(ctx, person, progress), 'leads');
    });
    if (why !== undefined) return showHandOver(ctx, why);
    if (said !== undefined) return goTo(ctx, '/people', said);
    goTo(ctx, `/people/${encodeURIComponent(person)}/hand-over`, longWork(person) ?? what);
  });
};

/** Resolves to what was done, in a sentence. */
async function handOver(
  { state: { form, operator } }: DeskContext,
  who: string,
  progress: (done: number) => void,
): Promise<string> {
  const order = { person: who, to: form.get('to') || undefined, endSessions: form.has('sessions') };
  const { person, owner, ended, namesakes, leads } = await operator.handOver(order);
  let [done, refused] = [0, 0];
  for await (const group of leads) {
    const others = group.filter((each) => 'refused' in each).length;
    refused += others;
    done += group.length - others;
    progress(done);
  }
  const people = await operator.namePeople();
  const whom = owner === undefined ? 'nobody' : personName(owner, people);
  return [
    `${countOf(done)} of ${personName(person.id, people)} went to ${whom}.`,
    refused > 0 && `${countOf(refused)} had another owner meanwhile.`,
    order.endSessions && `Sessions and links that ended: ${ended}.`,
    namesakes.length > 0 && `Still signed in: ${namesakesText(namesakes)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

async function showHandOver(ctx: DeskContext, why?: Why): Promise<void> {
  const { operator, session } = ctx.state;
  const [all, people] = await Promise.all([operator.listPeople(), operator.namePeople()]);
  const person = all.find(({ id }) => id === ctx.params.id);
  if (!person) return;
  if (why !== undefined) ctx.status = 409;
  const others = people.filter(({ id, hasLeft }) => id !== person.id && !hasLeft);
  showPage(
    ctx,
    'Hand over',
    handOverPage(person, others, { isSelf: personWith(session.person, people)?.id === person.id, why }),
  );
}

interface HandOverView {
  readonly isSelf: boolean;
  readonly why: Why | undefined;
}

const handOverPage = (
  { id, name, email }: Person,
  others: readonly NamedPerson[],
  { isSelf, why }: HandOverView,
): Html => html`<div class="head"><h1>Hand over the leads of ${apart(name)}</h1>
${email !== undefined && html`<span class="soft">${apart(email)}</span>`}</div>
${why !== undefined && html`<p class="refused" role="alert">${why}</p>`}
${workPart(id)}
<form method="post" action="/people/${id}/hand-over" class="stack panel ask">
<label>All open leads go to
<select name="to"><option value="">nobody</option>${others.map(
  (other) => html`<option value="${other.id}">${other.name}</option>`,
)}</select></label>
${
  !isSelf &&
  html`<p><label><input type="checkbox" name="sessions" value="1" checked>
Sign ${apart(name)} out everywhere</label></p>`
}
<p class="soft">Leads that are Won or Lost stay. From then on ${apart(name)} is not offered as an owner,
until they sign in again. If this is broken off, do it again: it goes on.</p>
<p class="line"><button class="danger">Hand over</button>
<a class="button" href="/people">Leave them as they are</a></p>
</form>`;
