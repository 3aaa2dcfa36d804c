import { Refused } from '../../domain/refused.ts';
import type { ListLeads, MoveLead, MoveLeads } from '../ports/inbound/operator.ts';

/** One after the other: what is refused is told, and stops nothing. */
export const makeMoveLeads =
  (moveLead: MoveLead, listLeads: ListLeads): MoveLeads =>
  async ({ moves, vendor, by }) => {
    const results = [];
    for (const { id, to, reason } of moves) {
      try {
        const leadId = vendor === undefined ? id : await idOf(listLeads, vendor, id);
        const { before, after } = await moveLead({ leadId, to, reason, by });
        results.push({ id, leadId, from: before.status, status: after.status });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        results.push({ id, refused: error.message });
      }
    }
    return results;
  };

/** By the vendor's own id. Throws Refused unless exactly one lead has it. */
async function idOf(listLeads: ListLeads, vendor: string, externalId: string): Promise<string> {
  const { leads } = await listLeads({ vendor, externalId, limit: 2 });
  const [lead, other] = leads;
  if (!lead) throw new Refused('unknown-lead', 'No lead of this vendor has this id.');
  if (other) throw new Refused('unknown-lead', 'Several leads of this vendor have this id: use our own.');
  return lead.id;
}
