import { isUnderOtherName } from '../../../domain/contact.ts';
import { Refused } from '../../domain/refused.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { leadsOf } from '../leads/leads-of.ts';
import type { Needs } from '../operator-ports.ts';
import type { ContactFile, ExportContact, LeadFile } from '../ports/inbound/contact-use-cases.ts';
import type { Refusals } from '../ports/outbound/refusals.ts';
import { keysSought, wholeHeldWith } from '../sources/held-of-customer.ts';
import { refusedOf } from '../vendors/refused-requests.ts';
import { keysOfContact, requireContact } from './known-contacts.ts';

/** Leads that are read at the same time. */
const AT_ONCE = 20;

/** The most deliveries of a lead that are read: more than there ever are. */
const MOST_DELIVERIES = 10_000;

/** No contact, instead of the refusal that says that held leads have what was sought. */
const nobodyIfOnlyHeld = (error: unknown): undefined => {
  if (!(error instanceof Refused && error.reason === 'only-held')) throw error;
};

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
