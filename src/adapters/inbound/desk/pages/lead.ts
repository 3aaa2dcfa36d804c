import { nameOf } from '../../../../domain/intake/name.ts';
import { isBlank } from '../../../../domain/intake/text.ts';
import type { NewActivity } from '../../../../domain/work/activity.ts';
import { statusSince } from '../../../../domain/work/deal.ts';
import type { SeenFollowUp } from '../../../../domain/work/follow-up.ts';
import type { SeenStatus } from '../../../../domain/work/move-deal.ts';
import { leadPath } from '../../operators/desk-paths.ts';
import { followUpTime } from '../../operators/follow-up-time.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import { activityWords } from '../../operators/lead-words.ts';
import { activityKind, statusSince as parsedSince, status as parsedStatus } from '../../operators/values.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { goTo } from '../page.ts';
import { offerUndo } from '../undo.ts';
import { whyNot } from '../why-not.ts';
import { ownerOf, statusOf } from './lead-changes.ts';
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
    const why = await whyNot(async () => {
      const order = { leadId, to, reason, lostReason, activity, seen: seenIn(form) };
      const { before, after } = await operator.moveLead(order);
      const since = statusSince(after);
      const moved = { id: leadId, leadId, from: before.status, status: after.status, since };
      offerUndo(ctx, [moved], () => (before.customer ? nameOf(before.customer) : leadId));
    });
    if (why !== undefined) return showLead(ctx, { move: why });
    goTo(ctx, leadPath(leadId), `Moved to ${to}.${activity ? ` ${writtenDown(activity)}` : ''}`);
  });

  routes.post('/leads/:id/note', 'noteLead', async (ctx) => {
    const { form, operator } = ctx.state;
    const leadId = ctx.params.id ?? '';
    const activity = activityIn(form);
    if (!activity) return showLead(ctx, { move: 'Write the note first, or choose what you did.' });
    let isFollowedUp = false;
    const why = await whyNot(async () => {
      const { before, after } = await operator.noteLead({ leadId, ...activity });
      isFollowedUp = before.followUpAt !== undefined && after.followUpAt === undefined;
    });
    if (why !== undefined) return showLead(ctx, { move: why });
    const ended = isFollowedUp ? ' With it, the follow-up is done: set another if you need one.' : '';
    goTo(ctx, leadPath(leadId), `${writtenDown(activity)}${ended}`);
  });

  routes.post('/leads/:id/follow-up', 'followUp', async (ctx) => {
    const { form, operator, zone } = ctx.state;
    const leadId = ctx.params.id ?? '';
    const time = timeIn(ctx);
    if (time instanceof InvalidValue) return showLead(ctx, { followUp: time.message });
    const seen = seenFollowUp(form);
    const why = await whyNot(() => operator.followUp({ leadId, at: time, seen }));
    if (why !== undefined) return showLead(ctx, { followUp: why });
    const said = time
      ? `To follow up: ${zone.clockAt(time).slice(0, 16)}.`
      : 'There is no follow-up any more.';
    goTo(ctx, leadPath(leadId), said);
  });

  routes.post('/leads/:id/assign', 'assignLead', async (ctx) => {
    const { operator } = ctx.state;
    const leadId = ctx.params.id ?? '';
    const owner = await ownerOf(ctx);
    if (!owner) return showLead(ctx, { assign: 'Choose the owner, or “Unassign”.' });
    const from = ctx.state.form.get('from');
    const seen = from === null ? undefined : { owner: from || null };
    const why = await whyNot(() => operator.assignLead({ leadId, to: owner.id, seen }));
    if (why !== undefined) return showLead(ctx, { assign: why });
    goTo(ctx, leadPath(leadId), `Assigned to ${owner.name}.`);
  });
};

/** What is to be written down; `undefined` if it is nothing. Throws InvalidValue. */
function activityIn(form: URLSearchParams): NewActivity | undefined {
  const kind = activityKind(form.get('kind') ?? 'note');
  const text = form.get('text') ?? '';
  return kind === 'note' && isBlank(text) ? undefined : { kind, text };
}

const writtenDown = ({ kind }: NewActivity): string => `Written down: you ${activityWords[kind]}.`;

/** What the page showed of the lead's status. Throws InvalidValue. */
function seenIn(form: URLSearchParams): SeenStatus {
  const [from, since] = [form.get('from'), form.get('statusSince')];
  return {
    ...(from !== null && { status: parsedStatus(from) }),
    ...(since !== null && { since: parsedSince(since) }),
  };
}

/** What the page showed of the follow-up. Throws InvalidValue. */
function seenFollowUp(form: URLSearchParams): SeenFollowUp | undefined {
  const from = form.get('from');
  return from === null ? undefined : { followUpAt: from === '' ? null : parsedSince(from) };
}

/** The time that is written or that the pressed button names; `undefined`: never. */
function timeIn({ state: { form, now, zone } }: DeskContext): Date | undefined | InvalidValue {
  const given = form.get('quick') ?? form.get('at') ?? '';
  if (given === NEVER) return undefined;
  try {
    return followUpTime({ clock: () => now, timeZone: zone })(given);
  } catch (error) {
    if (error instanceof InvalidValue) return error;
    throw error;
  }
}
