import { personName, personWith } from '#operators/domain/work/person.ts';
import { DAY_MS } from '../../presentation/days.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { countOf, leadName, sentences } from '../../presentation/lead-words.ts';
import { namesakesText } from '../../presentation/person-views.ts';
import { asks, type Question } from '../ask.ts';
import { notDone, withWhyNot } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html, required } from '../html.ts';
import { changeLong, type LongDone, workPart } from '../long-work.ts';
import { named, options } from '../options.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';

/** Hands the open leads of somebody who leaves to another person. */
export const handOverPages: DeskPages = (routes) =>
  asks(routes, '/people/:id/hand-over', 'handOver', {
    question: handOverQuestion,
    async act(ctx, again) {
      const person = ctx.params.id ?? '';
      const here = `/people/${encodeURIComponent(person)}/hand-over`;
      const long = { id: person, what: 'The leads are handed over', unit: 'leads', here, after: '/people' };
      await withWhyNot(ctx, 'handOver', again, () =>
        changeLong(ctx, long, (progress) => handOver(ctx, person, progress)),
      );
    },
  });

async function handOver(
  { state: { form, operator } }: DeskContext,
  who: string,
  progress: (done: number) => void,
): Promise<LongDone> {
  const to = form.get('to') ?? '';
  if (to === '') throw new InvalidValue('Choose who gets the leads, or nobody.');
  const order = { person: who, to: to === NOBODY ? undefined : to, endSessions: form.has('sessions') };
  const { person, owner, at, ended, namesakes, leads } = await operator.handOver(order);
  let done = 0;
  let refused = 0;
  for await (const group of leads) {
    const others = group.filter((each) => 'refused' in each).length;
    refused += others;
    done += group.length - others;
    progress(done);
  }
  const people = await operator.namePeople();
  const whose = personName(person.id, people);
  const whom = owner === undefined ? 'nobody' : personName(owner, people);
  const said = sentences(
    `${countOf(done)} of ${whose} went to ${whom}.`,
    refused > 0 && `${countOf(refused)} had another owner meanwhile.`,
    order.endSessions && `Sessions and links that ended: ${ended}.`,
    namesakes.length > 0 && `Still signed in: ${namesakesText(namesakes)}.`,
  );
  return { said, undo: done > 0 ? { parts: [{ at, count: done }], names: [], from: whose } : undefined };
}

/** The most follow-ups that are listed. */
const MOST_NAMED = 20;

/** The most leads that are counted. */
const MOST_COUNTED = 1_000;

/** The value for an owner of nobody. No person can have this name. */
const NOBODY = 'nobody';

async function handOverQuestion(ctx: DeskContext): Promise<(Question & { seen: string }) | undefined> {
  const { operator, session, form } = ctx.state;
  const [all, people] = await Promise.all([operator.listPeople(), operator.namePeople()]);
  const person = all.find(({ id }) => id === ctx.params.id);
  if (!person) return undefined;
  const { id, name, email } = person;
  const others = people.filter((each) => each.id !== id && each.mayWork);
  const isSelf = personWith(session.person, people)?.id === id;
  const [open = 0] = await operator.countLeads({ of: [{ owner: id, open: true }], most: MOST_COUNTED });
  return {
    title: 'Hand over',
    asks: html`Hand over the leads of ${apart(name)}`,
    says: html`${email !== undefined && html`<p class="soft">${apart(email)}</p>`}
${notDone(ctx)}
${workPart(ctx, id)}
<label>${openText(open)} to
<select name="to" ${required}>${options(
      [['', 'Choose who gets them'], ...named(others), [NOBODY, 'nobody: they stand on everybody’s day']],
      form.get('to'),
    )}</select></label>
${!isSelf && signOutField(name)}
${await promisedPart(ctx, id)}
<p class="soft">Leads that are Won or Lost stay. From then on ${apart(name)} is not offered as an owner,
until they sign in again. If this is broken off, do it again: it goes on.</p>`,
    seen: id, // leads that come meanwhile go, too
    button: html`<button class="primary">Hand over</button>`,
    leave: { path: '/people', name: 'Leave them as they are' },
  };
}

/** How many open leads go. */
function openText(open: number): string {
  if (open === 0) return 'Open leads: none. Those that come meanwhile go';
  if (open >= MOST_COUNTED) return `${MOST_COUNTED} or more open leads go`;
  return `${countOf(open)}, open, ${open === 1 ? 'goes' : 'go'}`;
}

const signOutField = (name: string): Html =>
  html`<p><label><input type="checkbox" name="sessions" value="1" checked>
Sign ${apart(name)} out everywhere</label></p>`;

/**
 * Follow-ups on the leads to hand over, or set by the person who leaves, the earliest first; `false` if there are none.
 */
async function promisedPart({ state: { operator, now } }: DeskContext, owner: string): Promise<Html | false> {
  const due = new Date(now.getTime() + 366 * DAY_MS);
  const { leads, more } = await operator.listLeads({ owner, due, limit: MOST_NAMED });
  const items = leads.flatMap(({ followUp, ...lead }) =>
    followUp
      ? [html`<li><a href="${leadPath(lead.id)}">${apart(leadName(lead))}</a>, ${timeOf(followUp.at)}</li>`]
      : [],
  );
  return (
    items.length > 0 &&
    html`<div><p>Promised, and to be kept by who gets them:</p>
<ul>${items}${more && html`<li>and more</li>`}</ul></div>`
  );
}
