import { followUpDeal } from '../../domain/work/follow-up.ts';
import { lostReasonNamed, lostReason as requireLostReason } from '../../domain/work/lost-reason.ts';
import { moveDeal } from '../../domain/work/move-deal.ts';
import { withNote } from '../../domain/work/note-deal.ts';
import { presentCustomer, statusSince, type WorkedDeal, withChange } from '../../domain/work/worked-deal.ts';
import type { Needs } from '../operator-ports.ts';
import type { MovedLead, MoveLead, MoveLeads, TakenBack } from '../ports/inbound/lead-change-use-cases.ts';
import { vendorIdOf } from '../vendors/vendor-meant.ts';
import {
  type ChangeLeadPorts,
  type ChangesOrder,
  changeLead,
  changeLeads,
  type LeadChange,
  type LeadOutcome,
  refusedLead,
} from './change-leads.ts';

const move = { action: 'lead.move', part: ({ status }: WorkedDeal) => status } as const;

export const makeMoveLead =
  (ports: ChangeLeadPorts & Needs<'lostReasons'>): MoveLead =>
  async ({ leadId, by, endFollowUp, seenFollowUp, leave = false, ...order }) =>
    changeLead(
      ports,
      { ...move, by, endFollowUp, seenFollowUp, takes: !leave && !order.imported },
      { id: leadId, to: order.to, decide: decideMove(order, ports) },
    );

/**
 * The decision about one move. A list may give the lost reason as its reason. Throws Refused for an unknown
 * lost reason.
 */
function decideMove(
  {
    to,
    reason,
    lostReason: code,
    activity,
    next,
    seen,
    imported,
  }: Omit<Parameters<MoveLead>[0], 'leadId' | 'by'>,
  { lostReasons = [] }: Needs<'lostReasons'>,
): LeadChange['decide'] {
  return (deal, acting) => {
    const named =
      imported && to === 'Lost' && code === undefined ? lostReasonNamed(reason, lostReasons) : undefined;
    const why = code === undefined ? named : requireLostReason(code, lostReasons);
    const said = {
      ...acting,
      reason: named ? undefined : reason,
      lostReason: why?.code,
      imported,
      isNone: why?.counts === false,
    };
    const moved = moveDeal(deal, to, said, seen);
    if (activity) return withNote(deal, moved, { ...activity, ...acting, next });
    const promised =
      next === undefined ? undefined : followUpDeal(withChange(deal, moved), { to: next }, acting);
    return moved || promised ? { ...moved, ...promised } : undefined;
  };
}

/** Moves leads. A refused lead is reported and stops no other. */
export const makeMoveLeads =
  (ports: ChangeLeadPorts & Needs<'lostReasons' | 'vendors'>): MoveLeads =>
  async ({ moves, vendor, imported, endFollowUp, by, dryRun }) => {
    const changes = moves.map(({ id, leadId, ...order }) => ({
      id,
      leadId,
      to: order.to,
      decide: decideMove({ ...order, imported }, ports),
    }));
    const vendorId = vendor === undefined ? undefined : await vendorIdOf(vendor, ports);
    const groups = moveAll(ports, { by, changes, vendorId, endFollowUp, dryRun, takes: !imported });
    return Object.assign(groups, { count: changes.length });
  };

export async function* moveAll(
  ports: ChangeLeadPorts,
  order: Omit<ChangesOrder, 'action' | 'part'>,
): AsyncGenerator<readonly MovedLead[]> {
  for await (const group of changeLeads(ports, { ...move, ...order })) yield group.map(movedLead);
}

/** What a change has taken back: entries that it crossed out, and with them the follow-up that they set. */
export function takenBackIn(before: WorkedDeal, after: WorkedDeal): TakenBack {
  const isNew = (place: number) => !before.activities[place]?.struck;
  if (!after.activities.some(({ struck }, place) => struck && isNew(place))) return {};
  const [was, is] = [before.followUp?.at.getTime(), after.followUp?.at.getTime()];
  return { wordsBack: true, ...(was !== is && { promiseBack: true }) };
}

function movedLead(outcome: LeadOutcome): MovedLead {
  const { id } = outcome;
  if ('changed' in outcome) {
    const { before, after } = outcome.changed;
    const { owner, history } = before;
    const last = history.length > 1 ? history.at(-1) : undefined;
    const ended = after.followUp ? undefined : before.followUp;
    const was = { customer: presentCustomer(before), since: statusSince(before), owner, last, ended };
    return {
      id,
      leadId: before.id,
      from: before.status,
      status: after.status,
      since: statusSince(after),
      at: outcome.at,
      was,
      ...takenBackIn(before, after),
    };
  }
  return refusedLead(outcome);
}
