import type { LeadDelivery } from '../../../application/ports/inbound/hooks.ts';
import type { MovedLead, RefusedLead } from '../../../application/ports/inbound/operator.ts';
import type { ChangedDeal, DealSummary, LeadRecord } from '../../../application/ports/records.ts';
import { type Deal, statusSince } from '../../../domain/deal.ts';
import { contactView, customerView } from './people.ts';

/** A lead in a list. */
export const leadSummary = ({
  id,
  status,
  dealType,
  vendorId,
  vendorName,
  receivedAt,
  contactId,
  customer,
  owner,
  changedAt,
  statusSince,
}: DealSummary) => ({
  leadId: id,
  status,
  dealType,
  vendor: vendorId,
  vendorName,
  receivedAt,
  contactId,
  customer: customerView(customer),
  owner,
  changedAt,
  statusSince,
});

/** All that is kept of it, and what webhooks were told. */
export const leadView = ({ deal, contact, erased }: LeadRecord, deliveries: readonly LeadDelivery[]) => ({
  ...leadSummary({ ...deal, statusSince: statusSince(deal) }),
  notes: deal.notes,
  externalId: deal.externalId,
  vehicle: deal.vehicle,
  contact: contactView(contact),
  contactErased: erased,
  history: deal.history,
  deliveries: deliveries.map(deliveryView),
});

const deliveryView = ({ event, hookId, host, outcome, tries, lastTry, due }: LeadDelivery) => ({
  event: event.id,
  type: event.type,
  status: event.status,
  at: event.at,
  hook: hookId,
  host,
  outcome,
  tries,
  lastTry,
  nextTry: due,
});

export const moveView = (leadId: string, { before, after }: ChangedDeal) => ({
  leadId,
  status: after.status,
  from: before.status,
  changed: before.status !== after.status,
});

export const assignmentView = (leadId: string, { before, after }: ChangedDeal) => ({
  leadId,
  owner: after.owner,
  from: before.owner,
  changed: before.owner !== after.owner,
});

/** One of many moves. */
export function movedView(moved: MovedLead) {
  if ('refused' in moved) {
    const { id, refused, reason, last } = moved;
    return { id, refused, ...(last && { reason, last: { status: last.status, by: last.by, at: last.at } }) };
  }
  const { since: _, ...shown } = moved;
  return { ...shown, changed: moved.from !== moved.status };
}

/** Why not, with the time of the change that stands in the way. */
export const refusedText = (
  { refused, last }: Pick<RefusedLead, 'refused' | 'last'>,
  timeText: (time: Date) => string,
): string => (last ? `${refused.replace(/\.$/, '')} (${timeText(last.at)}).` : refused);

/** `2018 Ford F-150, 20000 miles`; empty if it is not known. */
export function vehicleText(
  { vehicle: { year, make, model, miles } }: Pick<Deal, 'vehicle'>,
  between = ', ',
): string {
  const car = [year, make, model].filter(Boolean).join(' ');
  return [car, miles && `${miles} miles`].filter(Boolean).join(between);
}

/** `1 lead`, `2 leads`. */
export const countOf = (leads: number): string => (leads === 1 ? '1 lead' : `${leads} leads`);
