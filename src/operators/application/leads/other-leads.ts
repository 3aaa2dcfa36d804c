import { waysToReach } from '../../domain/work/ways-to-reach.ts';
import type { Needs } from '../operator-ports.ts';
import type { OtherLeads, ReadOtherLeads } from '../ports/inbound/lead-use-cases.ts';

/** The most leads that are read for all customers of a page. */
const MOST = 1_000;

/** Finds other leads with one query for all leads given. */
export const makeReadOtherLeads =
  (ports: Needs<'leads'>): ReadOtherLeads =>
  async ({ leads }) => {
    const matching = [...new Set(leads.map(({ contactId }) => contactId))].map((contactId) => ({
      contactId,
    }));
    const found =
      matching.length > 0
        ? await ports.leads.deals({ matching, known: true, newest: true, limit: MOST })
        : [];
    const ofContacts = Map.groupBy(found, ({ contactId }) => contactId);
    const more = found.length === MOST;
    return new Map(
      leads.flatMap((lead): (readonly [string, OtherLeads])[] => {
        const others = (ofContacts.get(lead.contactId) ?? []).filter((each) => each.id !== lead.id);
        const phone = waysToReach(lead, undefined, others).phones.find(({ name }) => name === undefined);
        return others.length > 0 ? [[lead.id, { others: others.length, more, phone: phone?.value }]] : [];
      }),
    );
  };
