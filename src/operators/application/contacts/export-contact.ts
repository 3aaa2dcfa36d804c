import { isUnderOtherName } from '../../../domain/contact.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { Needs } from '../operator-ports.ts';
import type { ExportContact, LeadFile } from '../ports/inbound/contact-use-cases.ts';
import type { Refusals } from '../ports/outbound/refusals.ts';
import { refusedOf } from '../vendors/refused-requests.ts';
import { leadsOf, requireContact } from './known-contacts.ts';

/** Leads that are read at the same time. */
const AT_ONCE = 20;

/** The most deliveries of a lead that are read: more than there ever are. */
const MOST_DELIVERIES = 10_000;

export const makeExportContact =
  (ports: AuditPorts & Needs<'contacts' | 'leads' | 'refusals' | 'webhooks'>): ExportContact =>
  async ({ by, ...sought }) => {
    const found = await requireContact(sought, ports);
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
      return { ...found, leads, leadsUnderOtherNames: others.length };

      async function fileOf(leadId: string): Promise<LeadFile[]> {
        const kept = await ports.leads.lead(leadId);
        if (!kept) return [];
        const deliveries = (await ports.webhooks?.deliveries.ofLead(leadId, MOST_DELIVERIES)) ?? [];
        const told = deliveries.map((delivery) => ({
          ...delivery,
          hook: hooks.find(({ id }) => id === delivery.hookId),
        }));
        return [
          { deal: kept.deal, told, refused: refusedOf(kept.deal, requests.get(kept.deal.vendorId) ?? []) },
        ];
      }
    });
  };
