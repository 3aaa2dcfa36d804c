import type { Deal, StatusChange } from './deal.ts';
import type { LeadStatus } from './lead-status.ts';

/** Every type of event of a lead. */
export const leadEventTypes = ['lead.received', 'lead.status_changed'] as const;
/** One of `leadEventTypes`. */
export type LeadEventType = (typeof leadEventTypes)[number];

/** What happened to a lead. Nothing personal. */
export interface LeadEvent {
  /** Made from the lead and the place in its history: the same however often the event is made. */
  readonly id: string;
  readonly type: LeadEventType;
  readonly at: Date;
  readonly leadId: string;
  readonly vendorId: string;
  readonly status: LeadStatus;
  /** `undefined` for a lead that has just been received. */
  readonly previousStatus: LeadStatus | undefined;
}

/** The event of a new deal. */
export const leadReceived = ({ id, vendorId, receivedAt, status }: Deal): LeadEvent => ({
  id: eventId(id, 0),
  type: 'lead.received',
  at: receivedAt,
  leadId: id,
  vendorId,
  status,
  previousStatus: undefined,
});

/** The change becomes the next entry of the deal's history. */
export const statusChanged = (
  { id, vendorId, status, history }: Deal,
  change: Pick<StatusChange, 'status' | 'at'>,
): LeadEvent => ({
  id: eventId(id, history.length),
  type: 'lead.status_changed',
  at: change.at,
  leadId: id,
  vendorId,
  status: change.status,
  previousStatus: status,
});

const eventId = (leadId: string, place: number): string => `evt_${leadId}_${place}`;
