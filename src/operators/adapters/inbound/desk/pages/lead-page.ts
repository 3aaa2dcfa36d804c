import { waysToReach } from '#operators/domain/work/ways-to-reach.ts';
import { presentCustomer, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { isBlank } from '../../../../../domain/text.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { leadName } from '../../presentation/lead-words.ts';
import type { Assignment, Move, Noted } from '../../presentation/shapes/lead-shapes.ts';
import { isAnswer, OVER, planIn } from '../ask.ts';
import { change, changeBy, withWhyNot } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formsOn } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { localPath } from '../local-path.ts';
import { goTo, showPage, timeOf } from '../page.ts';
import { timesIn } from '../times.ts';
import { offerUndoOfOne } from '../undo.ts';
import { hereText } from '../who-is-here.ts';
import { asksFirst, statusOf } from './change-leads.ts';
import { facts } from './facts.ts';
import { lookingAt } from './inbox-views.ts';
import { besidePart, callButton, customerPart, erasedNote } from './lead-about.ts';
import { nextPart, promiseText, timelinePart, timesToPress, workIn } from './lead-work.ts';
import { newsNote } from './news.ts';

/** Shows one lead, and changes it. */
export const leadPages: DeskPages = (routes) => {
  routes.get('/leads/:id', 'showLead', (ctx) => showLead(ctx));

  const move = changeBy('moveLead', {
    asks: asksWhyLost,
    back(ctx, { from, changed, at, activity }: Move) {
      offerUndoOfOne(ctx, nameIn(ctx), changed || activity ? at : undefined, changed ? from : undefined);
      return nextPage(ctx);
    },
    again: showLead,
    given({ state: { form } }) {
      const { kind, text, ...more } = workIn(form);
      const isNote = kind === 'note';
      const reason = isNote || form.has('reopens') ? text : undefined;
      const done = isNote ? {} : { kind, text };
      const seen = form.has('statusSince') ? { statusSince: form.get('statusSince') } : {};
      // A browser without styles shows the reasons beside all moves, and Lynx ticks the first.
      const lostReason = (statusOf(form) === 'Lost' && form.get('lostReason')) || undefined;
      return { status: form.get('move') ?? '', reason, lostReason, ...seen, ...done, ...more };
    },
  });
  const note = changeBy('noteLead', {
    about: ({ state: { form } }) => form.get('name') ?? undefined,
    back(ctx, { activity }: Noted) {
      offerUndoOfOne(ctx, nameIn(ctx), activity.at);
      return nextPage(ctx);
    },
    again: showLead,
    given({ state: { form } }) {
      const work = workIn(form);
      if (work.kind === 'note' && isBlank(work.text) && work.next === undefined)
        throw new InvalidValue('Write the note first, or choose what you did.');
      return work;
    },
  });
  routes.post('/leads/:id/move', 'moveLead', move);
  // The form has one button; its field `move` tells whether it also moves the lead.
  routes.post('/leads/:id/log', 'noteLead', (ctx) => (ctx.state.form.get('move') ? move(ctx) : note(ctx)));

  change(routes, 'assignLead', {
    path: '/leads/:id/assign',
    back(ctx, { from, owner, at }: Assignment) {
      offerUndoOfOne(ctx, nameIn(ctx), from?.id === owner?.id ? undefined : at);
      return nextPage(ctx);
    },
    again: showLead,
    given: ({ state: { form } }) => ({
      owner: ownerIn(form),
      ...(form.has('from') && { from: form.get('from') || null }),
    }),
  });

  routes.post('/leads/:id/strike', 'strikeActivity', async (ctx) => {
    const order = { leadId: idOf(ctx), activity: ctx.state.form.get('entry') ?? '' };
    await withWhyNot(ctx, 'strikeActivity', showLead, async () => {
      await ctx.state.operator.strikeActivity(order);
      goTo(ctx, `${here(ctx)}#history`, 'Struck: it counts no more.');
    });
  });

  routes.post('/leads/:id/replay', 'replayHook', async (ctx) => {
    const { form, operator } = ctx.state;
    await operator.replayHook({ hookId: form.get('hook') ?? '', eventId: form.get('event') ?? '' });
    goTo(ctx, `${here(ctx)}#deliveries`, 'The event is delivered again.');
  });

  routes.get('/leads/:id/as-it-came', 'showAsItCame', showAsItCame);

  formsOn(routes, 'lead', { back: here, again: showLead });
};

/** Answers with the page of a lead. */
export async function showLead(ctx: DeskContext, leadId = idOf(ctx)): Promise<void> {
  const { operator, may, now, zone, session, whoIsAt } = ctx.state;
  const mayWork = may('moveLead');
  const [found, deliveries, people, lostReasons] = await Promise.all([
    operator.showLead({ leadId }),
    operator.leadDeliveries({ leadId }),
    operator.namePeople(),
    operator.nameLostReasons(),
  ]);
  const { deal } = found;
  const times = mayWork && (await timesToPress(ctx, deal));
  const customer = presentCustomer(deal);
  const ways = waysToReach(deal, found.contact, found.others);
  const call = customer && callButton(ways);
  const looking = { ...lookingAt(ctx.state), people };
  const path = leadPath(deal.id);
  ctx.path = path; // also after a refused form, which has another address
  showPage(
    ctx,
    leadName(deal),
    html`<div class="two lead" ${ctx.state.refused && html`data-back="${path}"`}>
${besides}
${newsNote({ contact: deal.contactId }, { now, of: ' of this customer', lead: deal.id })}
${!customer && erasedNote(found, may('eraseLead'))}
${customerPart(ctx, found, { ...looking, lostReasons, ways, here: hereText(whoIsAt(deal.id, people)) })}
${times ? nextPart(ctx, deal, { people, lostReasons, times, call }) : standPart(deal, looking)}
${besidePart(ctx, found, { deliveries, people })}
${timelinePart(found, {
  people,
  lostReasons,
  time: timesIn(zone, now),
  all: ctx.state.query.has('all'),
  me: mayWork ? session.person : undefined,
})}
${!times && call && html`<div class="thumb">${call}</div>`}</div>`,
  );
}

/** Links to the list that somebody came from and to the leads beside this one. A script fills them. */
const besides = html`<nav class="where aside" aria-label="List" data-besides hidden><a data-list>List</a>
<a class="end" rel="prev" aria-keyshortcuts="k">Previous</a> <a rel="next" aria-keyshortcuts="j">Next</a></nav>`;

/** The lead's state, for people who may only look. */
const standPart = (deal: WorkedDeal, looking: Parameters<typeof promiseText>[1]): Html | false =>
  deal.followUp !== undefined &&
  html`<section class="sheet doing" aria-label="What was promised"><p>${promiseText(deal, looking)}</p></section>`;

const idOf = ({ params }: DeskContext): string => params.id ?? '';

const here = (ctx: DeskContext): string => leadPath(idOf(ctx));

const nameIn = ({ state: { form } }: DeskContext): string => form.get('name') || 'the lead';

/** The owner chosen in a form; null for nobody. Throws InvalidValue if none is chosen. */
function ownerIn(form: URLSearchParams): string | null {
  const owner = form.get('owner');
  if (!owner) throw new InvalidValue('Choose whom to give it to, or nobody.');
  return owner === 'nobody' ? null : owner;
}

/**
 * The page after a change: the next lead of the list that somebody came from, which a script knows, or the same
 * lead.
 */
function nextPage(ctx: DeskContext): string {
  const then = ctx.state.form.get('then');
  return then ? localPath(then) : here(ctx);
}

/** The fields that are kept under a question's ticket. Words and names stay in its page. */
const kept = ['statusSince', 'reopens', 'kind', 'next', 'at', 'nextFrom', 'ofOther', 'endFollowUp', 'then'];

/** Asks why a lead is lost, and names follow-ups of colleagues. Resolves to whether it asked. */
async function asksWhyLost(ctx: DeskContext): Promise<boolean> {
  const { form } = ctx.state;
  const before = await planIn<[string, string][]>(ctx);
  if (!before && isAnswer(ctx)) {
    ctx.state.refused = { form: 'moveLead', why: OVER };
    ctx.status = 409;
    await showLead(ctx);
    return true;
  }
  for (const [name, value] of before ?? []) form.set(name, value);
  if (statusOf(form) !== 'Lost') return false;
  const plan = [...[...form].filter(([name]) => kept.includes(name)), ['sure', '1']];
  return asksFirst(ctx, { moves: [{ id: idOf(ctx), to: 'Lost' }], back: here(ctx), isSure: true, plan });
}

/** Shows what a source sent for a lead. */
async function showAsItCame(ctx: DeskContext): Promise<void> {
  const came = await ctx.state.operator.showAsItCame({ leadId: idOf(ctx) });
  showPage(
    ctx,
    'As it came',
    html`<div class="head"><h1>As it came</h1> <a class="button end" href="${here(ctx)}">The lead</a></div>
<section class="panel" aria-label="What is known of it">${facts([
      ['Came', timeOf(came.at)],
      ['Gone after', timeOf(came.ends)],
      ['Source', html`<code>${came.sourceId}</code>`],
      ['Declared as', came.declared],
    ])}</section>
<pre class="panel" tabindex="0" dir="auto" aria-label="What was sent">${came.text}</pre>
${came.cut && html`<p class="soft">It was longer.</p>`}`,
  );
}
