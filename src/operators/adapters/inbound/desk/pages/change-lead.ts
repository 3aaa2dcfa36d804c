import { isBlank } from '../../../../../domain/text.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import type { Assignment, Move } from '../../presentation/shapes/lead-shapes.ts';
import { change } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formsOn } from '../forms.ts';
import { localPath } from '../local-path.ts';
import { offerUndo } from '../undo.ts';
import { askFirst } from './ask-first.ts';
import { promisesIn, statusOf } from './change-leads.ts';
import { NEVER } from './lead-next.ts';
import { showLead } from './lead-page.ts';

/** Shows one lead, and changes it. */
export const leadPages: DeskPages = (routes) => {
  routes.get('/leads/:id', 'showLead', showLead);

  change(routes, 'moveLead', {
    path: '/leads/:id/move',
    asks: asksWhyLost,
    back(ctx, { from, status, statusSince: since }: Move) {
      offerUndo(ctx, [{ from, status, since }], () => ctx.state.form.get('name') || 'the lead');
      return nextPage(ctx);
    },
    again: showLead,
    given({ state: { form } }) {
      const { kind, text, ...more } = workIn(form);
      const isNote = kind === 'note';
      const reason = isNote || form.has('reopens') ? text : undefined;
      const done = isNote ? {} : { kind, text };
      const seen = form.has('statusSince') ? { statusSince: form.get('statusSince') } : {};
      const lostReason = form.get('lostReason') || undefined;
      return { status: form.get('move') ?? '', reason, lostReason, ...seen, ...done, ...more };
    },
  });

  change(routes, 'noteLead', {
    path: '/leads/:id/log',
    about: ({ state: { form } }) => form.get('name') ?? undefined,
    back: nextPage,
    again: showLead,
    given({ state: { form } }) {
      const work = workIn(form);
      if (work.kind === 'note' && isBlank(work.text) && work.next === undefined)
        throw new InvalidValue('Write the note first, or choose what you did.');
      return work;
    },
  });

  change(routes, 'assignLead', {
    path: '/leads/:id/assign',
    back(ctx, { leadId: id, from, owner, at: since }: Assignment) {
      offerUndo(ctx, [{ id, from: from?.id, owner: owner?.id, since }], () => 'the lead');
      return here(ctx);
    },
    again: showLead,
  });

  formsOn(routes, 'lead', { back: here, again: showLead });
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

/** Asks why a lead is lost, and names follow-ups of colleagues. Resolves to whether it asked. */
async function asksWhyLost(ctx: DeskContext): Promise<boolean> {
  const { form, operator } = ctx.state;
  if (statusOf(form) !== 'Lost' || form.get('lostReason')) return false;
  const lostReasons = await operator.nameLostReasons();
  if (lostReasons.length === 0) return false;
  const name = form.get('name') || 'the lead';
  const ends = await promisesIn(ctx, [{ id: ctx.params.id ?? '', to: 'Lost' }], () => name);
  askFirst(ctx, { names: [name], to: 'Lost', back: here(ctx), lostReasons, ends });
  return true;
}

/** The activity and the next follow-up in a form: a typed time, or a chosen one. */
function workIn(form: URLSearchParams) {
  const next = form.get('at')?.trim() || form.get('next') || undefined;
  return {
    kind: form.get('kind') ?? 'note',
    text: form.get('text') ?? '',
    ...(next !== undefined && { next: next === NEVER ? null : next }),
    ...(form.has('nextFrom') && { nextFrom: form.get('nextFrom') || null }),
    ...((form.has('endFollowUp') || form.has('sure')) && { endFollowUp: true }),
  };
}
