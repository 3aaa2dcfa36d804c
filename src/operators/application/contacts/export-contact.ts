import { isUnderOtherName } from '../../../domain/contact.ts';
import type { AsItCame } from '../../../domain/sources/as-it-came.ts';
import type { HeldLead } from '../../../domain/sources/held-lead.ts';
import type { Hook } from '../../domain/events/hook.ts';
import { Refused } from '../../domain/refused.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { Delivery } from '../events/ports/deliveries.ts';
import { leadsOf } from '../leads/leads-of.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { Refusals, RefusedRequest } from '../ports/outbound/refusals.ts';
import type { ContactRecord } from '../ports/records.ts';
import { keysSought, wholeHeldWith } from '../sources/held-of-customer.ts';
import { refusedOf } from '../vendors/refused-requests.ts';
import { type ContactSought, keysOfContact, requireContact } from './known-contacts.ts';

/** Leads that are read at the same time. */
const AT_ONCE = 20;

/** The most deliveries of a lead that are read: more than there ever are. */
const MOST_DELIVERIES = 10_000;

/** No contact, instead of the refusal that says that held leads have what was sought. */
const nobodyIfOnlyHeld = (error: unknown): undefined => {
  if (!(error instanceof Refused && error.reason === 'only-held')) throw error;
};

/**
 * Collects everything that is kept about one customer, for them to read: of somebody without a contact, what is held.
 * The audit log records it first. Throws Refused if there is nothing.
 */
export type ExportContact = (query: ContactSought & { readonly by: By }) => Promise<ContactFile>;

/** A contact and all its leads, the oldest first. */
export interface ContactFile extends Omit<ContactRecord, 'contactId'> {
  /** `undefined` if the customer stands in held leads alone. */
  readonly contactId: string | undefined;
  readonly leads: readonly LeadFile[];
  /** Held leads in whose texts an email or phone of the customer stands. */
  readonly held: readonly HeldLead[];
  /** How many leads came under another first name (`isUnderOtherName`), and may be another person's. */
  readonly leadsUnderOtherNames: number;
}

/** A lead as it is kept, with its deliveries and refused requests. */
export interface LeadFile {
  readonly deal: WorkedDeal;
  /**
   * The lead's events that were sent to webhooks in the last 30 days; `hook` is `undefined` if it was just
   * removed.
   */
  readonly told: readonly (Delivery & { readonly hook: Hook | undefined })[];
  /** What its source sent; `undefined` if that is not kept. */
  readonly asItCame: AsItCame | undefined;
  /** Requests of the vendor that were refused and had this lead's id. */
  readonly refused: readonly RefusedRequest[];
}

export const makeExportContact =
  (
    ports: AuditPorts & Needs<'contacts' | 'leads' | 'refusals' | 'webhooks' | 'sourceParts'>,
  ): ExportContact =>
  async ({ by, ...sought }) => {
    const found = await requireContact(sought, ports).catch(nobodyIfOnlyHeld);
    if (!found) return audited(ports, { by, action: 'held.export', on: 'held' }, heldAlone);
    return audited(ports, { by, action: 'contact.export', on: found.contactId }, async () => {
      const hooks = (await ports.webhooks?.hooks.hooks()) ?? [];
      const requests = new Map<string, Awaited<ReturnType<Refusals['requests']>>>();
      const leads: LeadFile[] = [];
      for await (const page of leadsOf(found.contactId, ports.leads)) {
        for (const vendorId of new Set(page.map((lead) => lead.vendorId)))
          if (!requests.has(vendorId))
            requests.set(vendorId, (await ports.refusals?.requests(vendorId)) ?? []);
        for (let n = 0; n < page.length; n += AT_ONCE)
          leads.push(...(await Promise.all(page.slice(n, n + AT_ONCE).map(({ id }) => fileOf(id)))).flat());
      }
      const others = leads.filter(({ deal }) => isUnderOtherName(deal.customer, found.contact));
      const held = await wholeHeldWith(ports, await keysOfContact(found, ports));
      return { ...found, leads, held, leadsUnderOtherNames: others.length };

      async function fileOf(leadId: string): Promise<LeadFile[]> {
        const kept = await ports.leads.lead(leadId);
        if (!kept) return [];
        const deliveries = (await ports.webhooks?.deliveries.ofLead(leadId, MOST_DELIVERIES)) ?? [];
        const told = deliveries.map((delivery) => ({
          ...delivery,
          hook: hooks.find(({ id }) => id === delivery.hookId),
        }));
        const asItCame = await ports.sourceParts?.sources.asItCame(leadId);
        const refused = refusedOf(kept.deal, requests.get(kept.deal.vendorId) ?? []);
        return [{ deal: kept.deal, told, asItCame, refused }];
      }
    });

    /** The file of somebody who stands in held leads alone. */
    async function heldAlone(): Promise<ContactFile> {
      const held = await wholeHeldWith(ports, 'contactId' in sought ? [] : (keysSought(sought) ?? []));
      const nobody = { contactId: undefined, contact: undefined, erased: undefined };
      return { ...nobody, deals: 0, leads: [], held, leadsUnderOtherNames: 0 };
    }
  };
