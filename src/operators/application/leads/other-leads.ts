import type { Needs } from '../operator-ports.ts';
import type { OtherLeads, ReadOtherLeads } from '../ports/inbound/lead-use-cases.ts';

/** The most leads that are read for all customers of a page. */
const MOST = 1_000;

/** Counts other leads with one query for all leads given. */
export const makeReadOtherLeads =
  (ports: Needs<'leads'>): ReadOtherLeads =>
  async ({ leads }) => {
    const matching = [...new Set(leads.map(({ contactId }) => contactId))].map((contactId) => ({
      contactId,
    }));
    const found = matching.length > 0 ? await ports.leads.deals({ matching, newest: true, limit: MOST }) : [];
    const ofContacts = Map.groupBy(found, ({ contactId }) => contactId);
    const more = found.length === MOST;
    return new Map(
      leads.flatMap(({ id, contactId }): (readonly [string, OtherLeads])[] => {
        const others = (ofContacts.get(contactId) ?? []).filter((each) => each.id !== id).length;
        return others > 0 ? [[id, { others, more }]] : [];
      }),
    );
  };
