import { ChangedMeanwhile, moveDeal, statusSince, undoMoves } from '../../domain/deal.ts';
import { operatorName } from '../../domain/operator-name.ts';
import type { MovedLead, MoveLead, MoveLeads, UndoMoves } from '../ports/inbound/operator.ts';
import type { AuditLog } from '../ports/outbound/audit-log.ts';
import {
  type ChangeLeadsPorts,
  changeLead,
  changeLeads,
  type LeadChange,
  type LeadOutcome,
} from './change-leads.ts';
import { type VendorPorts, vendorIdOf } from './read-leads.ts';

const action = 'lead.move';

/** As many as are moved at one time, and what others do at that millisecond. */
const MOST_UNDONE = 20_000;

export const makeMoveLead =
  (ports: ChangeLeadsPorts): MoveLead =>
  ({ leadId, to, reason, seen, by }) =>
    changeLead(
      ports,
      { action, by },
      { id: leadId, decide: (deal, author) => moveDeal(deal, to, { ...author, reason }, seen) },
    );

/** What is refused is told, and stops nothing. */
export const makeMoveLeads =
  (ports: ChangeLeadsPorts & VendorPorts): MoveLeads =>
  async ({ moves, vendor, by, dryRun }) => {
    const changes = moves.map(
      ({ id, to, reason, seen }) =>
        ({
          id,
          decide: (deal, author) => moveDeal(deal, to, { ...author, reason }, seen),
        }) satisfies LeadChange,
    );
    const vendorId = vendor === undefined ? undefined : await vendorIdOf(vendor, ports);
    return told(changeLeads(ports, { action, by, changes, vendorId, dryRun }));
  };

/** The audit log says which leads were moved; their history, whether they still stand so. */
export const makeUndoMoves =
  (ports: ChangeLeadsPorts & { readonly audit: Pick<AuditLog, 'entries'> }): UndoMoves =>
  async ({ at, by: given }) => {
    const by = operatorName(given);
    const entries = await Promise.all(
      at.map((since) =>
        ports.audit.entries({ since, until: new Date(since.getTime() + 1), limit: MOST_UNDONE }),
      ),
    );
    const moved = entries.flat().filter((entry) => entry.by === by && entry.action === action);
    const changes = [...new Set(moved.map(({ on }) => on))].map(
      (id) =>
        ({
          id,
          decide: (deal, author) => undoMoves(deal, { at, by }, author.at),
        }) satisfies LeadChange,
    );
    return told(changeLeads(ports, { action, by, changes }));
  };

async function* told(outcomes: AsyncIterable<readonly LeadOutcome[]>): AsyncGenerator<readonly MovedLead[]> {
  for await (const group of outcomes) yield group.map(movedLead);
}

function movedLead(outcome: LeadOutcome): MovedLead {
  const { id } = outcome;
  if ('changed' in outcome) {
    const { before, after } = outcome.changed;
    return { id, leadId: before.id, from: before.status, status: after.status, since: statusSince(after) };
  }
  const { message, reason } = outcome.refused;
  const last = outcome.refused instanceof ChangedMeanwhile ? outcome.refused.last : undefined;
  return { id, refused: message, reason, last };
}
