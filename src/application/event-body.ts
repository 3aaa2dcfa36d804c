import type { Deal } from '../domain/deal.ts';
import type { Hook } from '../domain/hook.ts';
import type { LeadEvent } from '../domain/lead-event.ts';
import type { DueDelivery, TestEvent } from './ports/outbound/deliveries.ts';

/**
 * The body of an event (Standard Webhooks 1.0). A vendor is told nothing personal. The operator is told everything, with
 * the customer as sent, and never the ZIP (Spec 2.1 rule 4).
 */
export function bodyOf(
  hook: Pick<Hook, 'vendorId'>,
  { event, deal }: Pick<DueDelivery, 'event' | 'deal'>,
): string {
  const { type, at: timestamp } = event;
  return JSON.stringify({ type, timestamp, data: dataOf(hook, event, deal) });
}

function dataOf({ vendorId }: Pick<Hook, 'vendorId'>, event: LeadEvent | TestEvent, deal: Deal | undefined) {
  if (event.type === 'hook.test') return {};
  const { leadId, status, previousStatus, at: statusUpdatedAt } = event;
  const told = { leadId, externalLeadId: deal?.externalId, status, previousStatus, statusUpdatedAt };
  if (vendorId !== undefined) return told;
  const vendor = { id: event.vendorId, name: deal?.vendorName };
  if (event.type !== 'lead.received' || !deal) return { ...told, vendor };
  const { dealType, notes, vehicle, contactId, receivedAt, customer } = deal;
  return {
    ...told,
    vendor,
    deal: { dealType, notes, vehicle, contactId, receivedAt },
    customer: customer && {
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email?.value,
      phone: customer.phone?.value,
    },
  };
}
