import { isBlank } from '../../../../../domain/text.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import type { Assignment, Move, Noted } from '../../presentation/shapes/lead-shapes.ts';
import { isAnswer, OVER, planIn } from '../ask.ts';
import { change, changeBy } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formsOn } from '../forms.ts';
import { localPath } from '../local-path.ts';
import { goTo } from '../page.ts';
import { offerUndo } from '../undo.ts';
import { withWhyNot } from '../why-not.ts';
import { askFirst } from './ask-first.ts';
import { foreseen, statusOf } from './change-leads.ts';
import { NEVER } from './lead-next.ts';
import { showLead } from './lead-page.ts';

/** Shows one lead, and changes it. */
export const leadPages: DeskPages = (routes) => {
  routes.get('/leads/:id', 'showLead', showLead);

  const move = changeBy('moveLead', {
    asks: asksWhyLost,
    back(ctx, { from, changed, at, activity }: Move) {
      offerBack(ctx, changed || activity ? at : undefined, changed ? from : undefined);
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
      offerBack(ctx, activity.at);
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
    back(ctx, { leadId: id, from, owner, at: since }: Assignment) {
      offerUndo(
        ctx,
        [{ id, from: from?.id, owner: owner?.id, since }],
        () => ctx.state.form.get('name') || 'the lead',
      );
      return nextPage(ctx);
    },
    again: showLead,
    given: ({ state: { form } }) => ({
      owner: ownerIn(form),
      ...(form.has('from') && { from: form.get('from') || null }),
    }),
  });

  routes.post('/leads/:id/strike', 'strikeActivity', async (ctx) => {
    const leadId = ctx.params.id ?? '';
    await withWhyNot(ctx, 'strikeActivity', showLead, async () => {
      await ctx.state.operator.strikeActivity({ leadId, activity: ctx.state.form.get('entry') ?? '' });
      goTo(ctx, `${here(ctx)}#history`, 'Struck: it counts no more.');
    });
  });

  formsOn(routes, 'lead', { back: here, again: showLead });
};

/** Makes the next page offer to undo everything done at this time. */
function offerBack(ctx: DeskContext, at: Date | undefined, from?: string): void {
  const names = [ctx.state.form.get('name') || 'the lead'];
  if (at) ctx.state.undo = { parts: [{ at, count: 1 }], names, from };
}

/** The owner chosen in a form; null for nobody. Throws InvalidValue if none is chosen. */
const ownerIn = (form: URLSearchParams): string | null => {
  const owner = form.get('owner');
  if (!owner) throw new InvalidValue('Choose whom to give it to, or nobody.');
  return owner === 'nobody' ? null : owner;
};

const here = ({ params }: DeskContext): string => leadPath(params.id ?? '');

/**
 * The page after a change: the next lead of the list that somebody came from, which a script knows, or the same
 * lead.
 */
const nextPage = (ctx: DeskContext): string => {
  const then = ctx.state.form.get('then');
  return then ? localPath(then) : here(ctx);
};

/** The fields that are kept under a question's ticket. Words and names stay in its page. */
const kept = ['statusSince', 'reopens', 'kind', 'next', 'at', 'nextFrom', 'ofOther', 'endFollowUp', 'then'];

/** Asks why a lead is lost, and names follow-ups of colleagues. Resolves to whether it asked. */
async function asksWhyLost(ctx: DeskContext): Promise<boolean> {
  const { form, operator } = ctx.state;
  const before = await planIn<[string, string][]>(ctx);
  if (!before && isAnswer(ctx)) {
    ctx.state.refused = { form: 'moveLead', why: OVER };
    ctx.status = 409;
    await showLead(ctx);
    return true;
  }
  for (const [name, value] of before ?? []) form.set(name, value);
  if (statusOf(form) !== 'Lost' || form.get('lostReason')) return false;
  const lostReasons = await operator.nameLostReasons();
  if (lostReasons.length === 0) return false;
  const { names, ends } = await foreseen(ctx, [{ id: ctx.params.id ?? '', to: 'Lost' }]);
  const plan = [...[...form].filter(([name]) => kept.includes(name)), ['sure', '1']];
  await askFirst(ctx, { names, to: 'Lost', back: here(ctx), lostReasons, ends, plan });
  return true;
}

/** The activity and the next follow-up in a form: a typed time, or a chosen one. */
function workIn(form: URLSearchParams) {
  const ends = form.has('endFollowUp') || form.has('sure');
  const next = form.get('at')?.trim() || form.get('next') || (form.has('endFollowUp') ? NEVER : undefined);
  return {
    kind: form.get('kind') ?? 'note',
    text: form.get('text') ?? '',
    ...(next !== undefined && { next: next === NEVER ? null : next }),
    ...(form.has('nextFrom') && { nextFrom: form.get('nextFrom') || null }),
    ...((ends || (form.has('ofOther') && next === NEVER)) && { endFollowUp: true }),
  };
}
