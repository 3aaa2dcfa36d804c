import type { OtherLeads, ReadOtherLeads } from '../ports/inbound/lead-use-cases.ts';
import type { KeptLeads } from '../ports/outbound/kept-leads.ts';

/** The latest leads of all customers of a page that are read. */
const MOST = 1_000;

/** One query, however many leads are given. */
export const makeReadOtherLeads =
  (ports: { readonly leads: Pick<KeptLeads, 'deals'> }): ReadOtherLeads =>
  async ({ leads }) => {
    const matching = [...new Set(leads.map(({ contactId }) => contactId))].map((contactId) => ({
      contactId,
    }));
    const found = matching.length > 0 ? await ports.leads.deals({ matching, newest: true, limit: MOST }) : [];
    const ofContacts = Map.groupBy(found, ({ contactId }) => contactId);
    const isWhole = found.length < MOST;
    const others = leads.flatMap(({ id, contactId }): (readonly [string, OtherLeads])[] => {
      const all = ofContacts.get(contactId) ?? [];
      const at = all.findIndex((each) => each.id === id);
      if (at < 0 || all.length < 2) return [];
      const place = isWhole ? all.length - at : undefined;
      return [[id, { place, count: all.length, before: all[at + 1] }]];
    });
    return new Map(others);
  };
