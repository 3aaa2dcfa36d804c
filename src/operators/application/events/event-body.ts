import type { CustomerAsSent } from '../../../domain/contact.ts';
import type { Hook } from '../../domain/events/hook.ts';
import {
  type AnyEvent,
  type HookAlarm,
  isOfLead,
  type LeadEvent,
  type LeadHeld,
} from '../../domain/events/lead-event.ts';
import { presentCustomer, type WorkedDeal } from '../../domain/work/worked-deal.ts';

/** The records that an event's body shows beside the event, as they are when it is sent. */
export interface EventContext {
  /** The deal of an event about a lead; `undefined` if it is gone. */
  readonly deal?: WorkedDeal | undefined;
  /** The hook of an event about a hook; `undefined` if it is gone. */
  readonly hook?: Hook | undefined;
  readonly owner?: { readonly id: string; readonly name: string } | undefined;
  /** The desk's page of the lead or hook, if the settings name the desk's address. */
  readonly url?: string | undefined;
}

/** The id of a lead's owner: the new owner in an assignment, else the present one. */
export const ownerIn = (event: LeadEvent, deal: WorkedDeal | undefined): string | undefined =>
  event.type === 'lead.assigned' ? event.owner : deal?.owner;

/**
 * The body of an event (Standard Webhooks 1.0). A vendor gets nothing personal. The operator gets everything,
 * with the customer as sent, but never the ZIP (Spec 2.1 rule 4).
 */
export function bodyOf(
  { vendorId }: Pick<Hook, 'vendorId'>,
  { event, ...context }: EventContext & { readonly event: AnyEvent },
): string {
  const { type, at: timestamp } = event;
  return JSON.stringify({ type, timestamp, data: dataOf(event, vendorId === undefined, context) });
}

function dataOf(event: AnyEvent, isOperators: boolean, context: EventContext): object {
  if (event.type === 'hook.test') return {};
  if (isOfLead(event)) return { ...told(event, context.deal), ...(isOperators && more(event, context)) };
  if (event.type === 'lead.held') return isOperators ? held(event, context) : {};
  return isOperators ? alarm(event, context) : {};
}

const held = ({ heldId, sourceId, vendorId, why }: LeadHeld, { url }: EventContext) => ({
  heldId,
  source: sourceId,
  vendor: { id: vendorId },
  why,
  url,
});

/** The data of a hook's alarm. Only the host of its address: the rest may be a secret of the receiver. */
const alarm = ({ hookId }: HookAlarm, { hook, url }: EventContext) => ({
  hookId,
  host: hook && new URL(hook.url).host,
  vendor: hook?.vendorId === undefined ? undefined : { id: hook.vendorId },
  failingSince: hook?.failingSince,
  why: hook?.paused?.why,
  url,
});

/** The data that every receiver gets. */
function told(event: LeadEvent, deal: WorkedDeal | undefined): object {
  const { leadId, status, at: statusUpdatedAt } = event;
  const lead = { leadId, externalLeadId: deal?.externalId, status };
  switch (event.type) {
    case 'lead.received':
      return { ...lead, statusUpdatedAt };
    case 'lead.status_changed':
      return { ...lead, previousStatus: event.previousStatus, statusUpdatedAt, lostReason: event.lostReason };
    case 'lead.unanswered':
      return { ...lead, waitingSince: event.since };
    case 'lead.follow_up_due':
      return { ...lead, followUpAt: event.at };
    case 'lead.assigned':
    case 'lead.corrected':
    case 'lead.answered':
      return lead;
  }
}

/** The data that only the operator gets. */
function more(event: LeadEvent, { deal, owner, url }: EventContext) {
  const vendor = { id: event.vendorId, name: deal?.vendorName };
  const followUp = event.type === 'lead.follow_up_due' && { followUp: { at: event.at, ...event.author } };
  const received = event.type === 'lead.received' && deal && receivedOf(deal);
  const corrected = event.type === 'lead.corrected' && deal && correctedOf(deal);
  return { vendor, owner, url, ...followUp, ...received, ...corrected };
}

/** The customer as corrected since. */
const correctedOf = (deal: WorkedDeal) => ({
  contactId: deal.contactId,
  customer: customerOf(presentCustomer(deal)),
});

const receivedOf = ({ dealType, notes, vehicle, contactId, receivedAt, customer }: WorkedDeal) => ({
  deal: { dealType, notes, vehicle, contactId, receivedAt },
  customer: customerOf(customer),
});

const customerOf = (customer: CustomerAsSent | undefined) =>
  customer && {
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email?.value,
    phone: customer.phone?.value,
  };
