import { Refused } from '../../../domain/refused.ts';
import {
  ChangedMeanwhile,
  type Deal,
  presentCustomer,
  statusSince,
  withChange,
} from '../../../domain/work/deal.ts';
import { FollowUpOfOther, followUpDeal } from '../../../domain/work/follow-up.ts';
import { type LostReason, lostReason as requireLostReason } from '../../../domain/work/lost-reason.ts';
import { moveDeal } from '../../../domain/work/move-deal.ts';
import { withNote } from '../../../domain/work/note-deal.ts';
import { type Author, isSameAuthor } from '../../../domain/work/person.ts';
import { undoMoves } from '../../../domain/work/undo-moves.ts';
import { authorOf } from '../desk/known-people.ts';
import type {
  InGroups,
  MovedLead,
  MoveLead,
  MoveLeads,
  UndoMoves,
} from '../ports/inbound/lead-change-use-cases.ts';
import type { AuditBy, AuditLog, RecordedEntry } from '../ports/outbound/audit-log.ts';
import {
  type ChangeLeadsPorts,
  type ChangeOrder,
  changeLead,
  changeLeads,
  type LeadChange,
  type LeadOutcome,
} from './change-leads.ts';
import { type VendorPorts, vendorIdOf } from './list-leads.ts';

const move = { action: 'lead.move', part: ({ status }: Deal) => status } as const;

/** Moves that are taken back at once: as many as one sheet makes, and what others do at the same milliseconds. */
const MOST_UNDONE = 20_000;
/** Each is a query: a sheet of ten thousand rows has no more parts, if each takes as long as somebody waits. */
const MOST_PARTS = 100;

interface MovePorts extends ChangeLeadsPorts {
  /** By default there are none. */
  readonly lostReasons?: readonly LostReason[] | undefined;
}

export const makeMoveLead =
  (ports: MovePorts): MoveLead =>
  async ({ leadId, by, endFollowUp, seenFollowUp, ...order }) =>
    changeLead(
      ports,
      { ...move, by, endFollowUp, seenFollowUp },
      { id: leadId, to: order.to, decide: decideMove(order, ports) },
    );

/** Throws Refused for a lost reason that is none. */
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
  { lostReasons = [] }: Pick<MovePorts, 'lostReasons'>,
): LeadChange['decide'] {
  return (deal, acting) => {
    const why = code === undefined ? undefined : requireLostReason(code, lostReasons);
    const said = { ...acting, reason, lostReason: why?.code, imported, isNone: why?.counts === false };
    const moved = moveDeal(deal, to, said, seen);
    if (activity) return withNote(deal, moved, { ...activity, ...acting, next });
    const promised =
      next === undefined ? undefined : followUpDeal(withChange(deal, moved), { to: next }, acting);
    return moved || promised ? { ...moved, ...promised } : undefined;
  };
}

/** What is refused is told, and stops nothing. */
export const makeMoveLeads =
  (ports: MovePorts & VendorPorts): MoveLeads =>
  async ({ moves, vendor, imported, endFollowUp, by, dryRun }) => {
    const changes = moves.map(({ id, ...order }) => ({
      id,
      to: order.to,
      decide: decideMove({ ...order, imported }, ports),
    }));
    const vendorId = vendor === undefined ? undefined : await vendorIdOf(vendor, ports);
    return moveAll(ports, { by, changes, vendorId, endFollowUp, dryRun });
  };

/** The audit log says which leads were moved; their history, whether they still stand so. */
export const makeUndoMoves =
  (ports: ChangeLeadsPorts & { readonly audit: Pick<AuditLog, 'entries'> }): UndoMoves =>
  async ({ at, by: given }) => {
    if (at.length > MOST_PARTS)
      throw new Refused('invalid-limit', `At most ${MOST_PARTS} parts of an order are taken back at once.`);
    const by = authorOf(given);
    const entries: RecordedEntry[] = [];
    for (const since of at) {
      const until = new Date(since.getTime() + 1);
      const made = { since, until, by: madeBy(by), action: move.action };
      const left = MOST_UNDONE - entries.length;
      if (left > 0) entries.push(...(await ports.audit.entries({ ...made, limit: left })));
    }
    const moved = entries.filter((entry) => isSameAuthor(entry, by) && entry.from !== entry.to);
    const changes = [...new Set(moved.map(({ on }) => on))].map(
      (id) =>
        ({
          id,
          decide: (deal, acting) => undoMoves(deal, { ...by, at }, acting.at),
        }) satisfies LeadChange,
    );
    return moveAll(ports, { by, changes });
  };

const madeBy = ({ by: name, byId }: Author): AuditBy =>
  byId === undefined ? { ids: [], name } : { ids: [byId] };
function moveAll(ports: ChangeLeadsPorts, order: Omit<ChangeOrder, 'action' | 'part'>): InGroups<MovedLead> {
  return Object.assign(told(changeLeads(ports, { ...move, ...order })), { count: order.changes.length });
}

async function* told(outcomes: AsyncIterable<readonly LeadOutcome[]>): AsyncGenerator<readonly MovedLead[]> {
  for await (const group of outcomes) yield group.map(movedLead);
}

function movedLead(outcome: LeadOutcome): MovedLead {
  const { id } = outcome;
  if ('changed' in outcome) {
    const { before, after } = outcome.changed;
    const { owner, history } = before;
    const last = history.length > 1 ? history.at(-1) : undefined;
    const ended = after.followUp ? undefined : before.followUp;
    const was = { customer: presentCustomer(before), owner, last, ended };
    return {
      id,
      leadId: before.id,
      from: before.status,
      status: after.status,
      since: statusSince(after),
      was,
    };
  }
  const { lead } = outcome;
  const { message, reason } = outcome.refused;
  const last = outcome.refused instanceof ChangedMeanwhile ? outcome.refused.last : undefined;
  const followUp = outcome.refused instanceof FollowUpOfOther ? outcome.refused.followUp : undefined;
  return { id, refused: message, reason, last, followUp, lead };
}
