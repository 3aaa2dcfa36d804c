import type { CustomerAsSent } from '../../../domain/contact.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { FollowUp, NewActivity } from '../../domain/work/activity.ts';
import { followUpDeal } from '../../domain/work/follow-up.ts';
import { lostReasonNamed, lostReason as requireLostReason } from '../../domain/work/lost-reason.ts';
import { moveDeal, type SeenStatus } from '../../domain/work/move-deal.ts';
import { withNote } from '../../domain/work/note-deal.ts';
import {
  presentCustomer,
  type StatusChange,
  statusSince,
  type WorkedDeal,
  withChange,
} from '../../domain/work/worked-deal.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import { vendorIdOf } from '../vendors/vendor-meant.ts';
import {
  type ChangedAt,
  type ChangeLeadPorts,
  type ChangesOrder,
  changeLead,
  changeLeads,
  type InGroups,
  type LeadChange,
  type LeadOutcome,
  type NextFollowUp,
  type RefusedLead,
  refusedLead,
} from './change-leads.ts';

const move = { action: 'lead.move', part: ({ status }: WorkedDeal) => status } as const;

/**
 * Moves a lead to a status. Nothing changes if it already has that status, or had it when the author looked.
 * Throws ChangedMeanwhile, which is Refused, if the lead is no longer what the author saw.
 */
export type MoveLead = (
  order: NextFollowUp & {
    readonly leadId: string;
    readonly to: LeadStatus;
    readonly reason?: string | undefined;
    /** The code of a lost reason, for a lead that becomes Lost. */
    readonly lostReason?: string | undefined;
    /** What was done with the lead. It is added together with the move, and also if there is nothing to move. */
    readonly activity?: NewActivity | undefined;
    /** The status that the author saw. */
    readonly seen?: SeenStatus | undefined;
    /** The move comes from a list that was handed back, and does not say when the customer was answered. */
    readonly imported?: boolean | undefined;
    readonly by: By;
  },
) => Promise<ChangedAt>;

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

/**
 * Moves many leads, each as by `moveLead`. A refused lead stops no other. Leads are moved in groups, each when
 * the caller asks for it: who asks for no more moves no more. Each group has a time of its own, and each move one
 * later than its lead's move before.
 */
export type MoveLeads = (order: {
  readonly moves: readonly {
    readonly id: string;
    /** Our id of the lead, beside a vendor's own. If `id` means another lead, the move is refused. */
    readonly leadId?: string | undefined;
    readonly to: LeadStatus;
    readonly reason?: string | undefined;
    readonly lostReason?: string | undefined;
    readonly seen?: SeenStatus | undefined;
  }[];
  /** The moves come from a list that was handed back, and do not say when customers were answered. */
  readonly imported?: boolean | undefined;
  /** Set if the ids are this vendor's own. */
  readonly vendor?: string | undefined;
  readonly endFollowUp?: NextFollowUp['endFollowUp'];
  readonly by: By;
  /** Only reports what would happen. */
  readonly dryRun?: boolean | undefined;
}) => Promise<InGroups<MovedLead>>;

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

/** What a change took back beside status and owner. */
export interface TakenBack {
  /** Whether it crossed out what was written down. */
  readonly wordsBack?: boolean;
  /** Whether the follow-up is the one from before. */
  readonly promiseBack?: boolean;
}

/** What a change has taken back: entries that it crossed out, and with them the follow-up that they set. */
export function takenBackIn(before: WorkedDeal, after: WorkedDeal): TakenBack {
  const isNew = (place: number) => !before.activities[place]?.struck;
  if (!after.activities.some(({ struck }, place) => struck && isNew(place))) return {};
  const [was, is] = [before.followUp?.at.getTime(), after.followUp?.at.getTime()];
  return { wordsBack: true, ...(was !== is && { promiseBack: true }) };
}

/** The outcome of one of many moves. */
export type MovedLead =
  | (TakenBack & {
      readonly id: string;
      readonly leadId: string;
      readonly from: LeadStatus;
      readonly status: LeadStatus;
      /** When the lead got its new status. */
      readonly since: Date;
      /** The time of the order, by which `UndoChanges` finds the move: at most `since`. */
      readonly at: Date;
      readonly was: LeadBefore;
    })
  | RefusedLead;

/** A lead before it was moved. */
export interface LeadBefore extends Pick<WorkedDeal, 'owner'> {
  readonly customer: CustomerAsSent | undefined;
  /** When it got the status that it had. */
  readonly since: Date;
  /** The last move before; `undefined`: nobody moved it since it was received. */
  readonly last: StatusChange | undefined;
  /** The follow-up that the move ended. */
  readonly ended: FollowUp | undefined;
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
