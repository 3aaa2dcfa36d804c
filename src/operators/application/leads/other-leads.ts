import type { PhoneNumber } from '../../../domain/phone-number.ts';
import { waysToReach } from '../../domain/work/ways-to-reach.ts';
import type { Needs } from '../operator-ports.ts';
import type { DealSummary } from '../ports/records.ts';

/** The most leads that are read for all customers of a page. */
const MOST = 1_000;

/** Finds the leads whose contact has others, by their ids. */
export type ReadOtherLeads = (query: {
  readonly leads: readonly Pick<DealSummary, 'id' | 'contactId' | 'customer' | 'present'>[];
}) => Promise<ReadonlyMap<string, OtherLeads>>;

/** How many other leads the contact of a lead has. Those of erased customers do not count. */
export interface OtherLeads {
  readonly others: number;
  /** Whether the contacts have so many leads that not all were counted. */
  readonly more: boolean;
  /** The number to call: if the lead has none, the one that the same person's latest lead with a number brought. */
  readonly phone?: PhoneNumber | undefined;
}

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
