import type { Deal, StatusChange } from './deal.ts';
import type { LeadStatus } from './lead-status.ts';

/** What every event of a lead tells. Nothing personal. */
interface OfLead {
  /** Made from the lead and what happened to it: the same however often the event is made. */
  readonly id: string;
  readonly at: Date;
  readonly leadId: string;
  readonly vendorId: string;
  readonly status: LeadStatus;
}

/** A lead was received. */
export interface LeadReceived extends OfLead {
  readonly type: 'lead.received';
}

/** A lead was moved to another status. */
export interface StatusChanged extends OfLead {
  readonly type: 'lead.status_changed';
  readonly previousStatus: LeadStatus;
  /** Of a lead that was lost, if somebody said so: a code of the operator's. */
  readonly lostReason?: string | undefined;
}

/** What happened to a lead. */
export type LeadEvent = LeadReceived | StatusChanged;
/** One of `leadEventTypes`. */
export type LeadEventType = LeadEvent['type'];

/** Who is told of each type of event: the operator of all, a vendor of some, and of its own leads only. */
export const toldTo = {
  'lead.received': 'operator',
  'lead.status_changed': 'vendor',
} as const satisfies Record<LeadEventType, 'operator' | 'vendor'>;

/** Every type of event of a lead. */
export const leadEventTypes = Object.keys(toldTo) as readonly LeadEventType[];
/** Those that a vendor is told of. */
export const vendorEventTypes = leadEventTypes.filter((type) => toldTo[type] === 'vendor');

/** What a hook is told by a test, of no lead. */
export interface TestEvent {
  readonly id: string;
  readonly type: 'hook.test';
  readonly at: Date;
}

/** Whatever a hook can be told. */
export type AnyEvent = LeadEvent | TestEvent;
/** One of the types of all that a hook can be told. */
export type EventType = AnyEvent['type'];

/** The event of a new deal. */
export const leadReceived = ({ id, vendorId, receivedAt, status }: Deal): LeadReceived => ({
  id: eventId(id, 'received'),
  type: 'lead.received',
  at: receivedAt,
  leadId: id,
  vendorId,
  status,
});

/** The event of a change that becomes the next entry of the deal's history. */
export const statusChanged = (
  { id, vendorId, status, history }: Deal,
  change: Pick<StatusChange, 'status' | 'at' | 'lostReason'>,
): StatusChanged => ({
  id: eventId(id, 'status', momentOf(change.at, history)),
  type: 'lead.status_changed',
  at: change.at,
  leadId: id,
  vendorId,
  status: change.status,
  previousStatus: status,
  ...(change.lostReason !== undefined && { lostReason: change.lostReason }),
});

/** An event of one kind has a place of its own, whatever happens to the lead besides. */
const eventId = (leadId: string, kind: string, ...place: string[]): string =>
  ['evt', leadId, kind, ...place].join('_');

/** The time, and how many of `earlier` there are at that very millisecond, if any. */
function momentOf(at: Date, earlier: readonly { readonly at: Date }[]): string {
  const same = earlier.filter((each) => each.at.getTime() === at.getTime()).length;
  return `${at.getTime().toString(36)}${same > 0 ? `.${same}` : ''}`;
}
