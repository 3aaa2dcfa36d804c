import { nameOf } from '../../../../domain/intake/name.ts';
import { isBlank } from '../../../../domain/intake/text.ts';
import type { NewActivity } from '../../../../domain/work/activity.ts';
import { statusSince } from '../../../../domain/work/deal.ts';
import type { SeenStatus } from '../../../../domain/work/move-deal.ts';
import { leadPath } from '../../operators/desk-paths.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import { moveView } from '../../operators/lead-views.ts';
import { operationWith } from '../../operators/operations.ts';
import { activityKind, statusSince as parsedSince, status as parsedStatus } from '../../operators/values.ts';
import { change, wordsOf } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { goTo } from '../page.ts';
import { offerUndo } from '../undo.ts';
import { whyNot } from '../why-not.ts';
import { ownerOf, statusOf } from './change-leads.ts';
import { NEVER } from './lead-next.ts';
import { showLead } from './lead-page.ts';

export const leadPages: DeskPages = (routes) => {
  routes.get('/leads/:id', 'showLead', (ctx) => showLead(ctx));

  routes.post('/leads/:id/move', 'moveLead', async (ctx) => {
    const { form, operator } = ctx.state;
    const leadId = ctx.params.id ?? '';
    const to = statusOf(form);
    if (!to) return showLead(ctx, { move: 'Choose the new status.' });
    const lostReason = (to === 'Lost' && form.get('lostReason')) || undefined;
    if (to === 'Lost' && lostReason === undefined && (await operator.nameLostReasons()).length > 0)
      return showLead(ctx, { move: 'Choose why it is lost, then Lost again.' });
    const reason = form.get('reason') ?? undefined;
    const activity = activityIn(form);
    let said: string | undefined;
    const why = await whyNot(async () => {
      const order = { leadId, to, reason, lostReason, activity, seen: seenStatus(form) };
      const changed = await operator.moveLead(order);
      said = operationWith('moveLead').said?.(moveView(changed), wordsOf(ctx));
      const { before, after } = changed;
      const since = statusSince(after);
      const moved = { id: leadId, leadId, from: before.status, status: after.status, since };
      offerUndo(ctx, [moved], () => (before.customer ? nameOf(before.customer) : leadId));
    });
    if (why !== undefined) return showLead(ctx, { move: why });
    goTo(ctx, here(ctx), said);
  });

  change(routes, 'noteLead', {
    path: '/leads/:id/note',
    back: here,
    again: (ctx, move) => showLead(ctx, { move }),
    given: ({ state: { form } }) => activityIn(form) ?? writeFirst(),
  });

  change(routes, 'followUp', {
    path: '/leads/:id/follow-up',
    back: here,
    again: (ctx, followUp) => showLead(ctx, { followUp }),
    given: ({ state: { form } }) => ({ at: timeIn(form), ...seenIn(form) }),
  });

  change(routes, 'assignLead', {
    path: '/leads/:id/assign',
    back: here,
    again: (ctx, assign) => showLead(ctx, { assign }),
    async given(ctx) {
      const owner = await ownerOf(ctx);
      if (!owner) throw new InvalidValue('Choose the owner, or “Unassign”.');
      return { owner: owner.id ?? null, ...seenIn(ctx.state.form) };
    },
  });
};

const here = ({ params }: DeskContext): string => leadPath(params.id ?? '');

/** What is to be written down; `undefined` if it is nothing. Throws InvalidValue. */
function activityIn(form: URLSearchParams): NewActivity | undefined {
  const kind = activityKind(form.get('kind') ?? 'note');
  const text = form.get('text') ?? '';
  return kind === 'note' && isBlank(text) ? undefined : { kind, text };
}

function writeFirst(): never {
  throw new InvalidValue('Write the note first, or choose what you did.');
}

/** What the page showed; nothing if it showed nobody, or no time. */
const seenIn = (form: URLSearchParams) => (form.has('from') ? { from: form.get('from') || null } : {});

/** What the page showed of the lead's status. Throws InvalidValue. */
function seenStatus(form: URLSearchParams): SeenStatus {
  const [from, since] = [form.get('from'), form.get('statusSince')];
  return {
    ...(from !== null && { status: parsedStatus(from) }),
    ...(since !== null && { since: parsedSince(since) }),
  };
}

/** The time that is written or that the pressed button names; null: never. */
function timeIn(form: URLSearchParams): string | null {
  const given = form.get('quick') ?? form.get('at') ?? '';
  return given === NEVER ? null : given;
}
