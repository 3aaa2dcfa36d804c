import type { HeldLead, HeldWhy } from '../intake/held-lead.ts';
import type { LeadStatus } from '../intake/lead-status.ts';
import type { ReceivedDeal } from '../intake/received-deal.ts';
import type { FollowUp } from '../work/activity.ts';
import { type Awaited, clockOf } from '../work/answer.ts';
import type { Deal, StatusChange } from '../work/deal.ts';
import type { Author } from '../work/person.ts';

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

/** A lead became somebody's, or nobody's. */
export interface LeadAssigned extends OfLead {
  readonly type: 'lead.assigned';
  /** The id of the person; `undefined`: nobody. */
  readonly owner: string | undefined;
}

/** A customer was not answered in time: once for each clock. */
export interface LeadUnanswered extends OfLead {
  readonly type: 'lead.unanswered';
  /** When the clock began to run. */
  readonly since: Date;
}

/** The time of a follow-up has come. */
export interface FollowUpDue extends OfLead {
  readonly type: 'lead.follow_up_due';
  /** Who promised it; absent if it is the owner's. */
  readonly author?: Author;
}

/** What happened to a lead. */
export type LeadEvent = LeadReceived | StatusChanged | LeadAssigned | LeadUnanswered | FollowUpDue;
/** The type of an event of a lead. */
export type LeadEventType = LeadEvent['type'];

/** What every event of a hook tells. */
interface OfHook {
  readonly id: string;
  readonly at: Date;
  /** The id of that hook. */
  readonly hookId: string;
}

/** A hook has failed for half as long as it takes to be paused. */
export interface HookFailing extends OfHook {
  readonly type: 'hook.failing';
}

/** A hook was paused because its receiver failed. */
export interface HookPaused extends OfHook {
  readonly type: 'hook.paused';
}

/** What is the matter with a hook. */
export type HookAlarm = HookFailing | HookPaused;

/** Something came from a source that waits for a person. Nothing of what was sent. */
export interface LeadHeld {
  readonly type: 'lead.held';
  readonly id: string;
  readonly at: Date;
  readonly heldId: string;
  readonly sourceId: string;
  readonly vendorId: string;
  readonly why: HeldWhy;
}

/** What a hook is told by a test, of no lead. */
export interface TestEvent {
  readonly id: string;
  readonly type: 'hook.test';
  readonly at: Date;
}

/** Whatever a hook can be told. */
export type AnyEvent = LeadEvent | LeadHeld | HookAlarm | TestEvent;
/** One of the types of all that a hook can be told. */
export type EventType = AnyEvent['type'];
/** A type that a hook can listen to: one of `hookEventTypes`. */
export type HookEventType = Exclude<EventType, 'hook.test'>;

/**
 * Who is told of each type of event: the operator of all, a vendor of some, and of its own leads only. Of those that are
 * `named`, only an operator's hook that names them.
 */
export const toldTo = {
  'lead.received': 'operator',
  'lead.status_changed': 'vendor',
  'lead.assigned': 'named',
  'lead.unanswered': 'named',
  'lead.follow_up_due': 'named',
  'lead.held': 'named',
  'hook.failing': 'named',
  'hook.paused': 'named',
} as const satisfies Record<HookEventType, 'operator' | 'vendor' | 'named'>;

/** Every type that a hook can listen to. */
export const hookEventTypes = Object.keys(toldTo) as readonly HookEventType[];
/** Those that a vendor is told of. */
export const vendorEventTypes = hookEventTypes.filter((type) => toldTo[type] === 'vendor');
/** Those that the operator's hook is told of if it names none. */
export const usualEventTypes = hookEventTypes.filter((type) => toldTo[type] !== 'named');

/** Whether it tells of a lead. */
export const isOfLead = (event: AnyEvent): event is LeadEvent => 'leadId' in event;

/** What an event tells of its lead. */
type Of = Pick<Deal, 'id' | 'vendorId' | 'status'>;

/** The event of a new deal. */
export const leadReceived = ({ id, vendorId, receivedAt, status }: ReceivedDeal): LeadReceived => ({
  id: eventId(id, 'received'),
  type: 'lead.received',
  at: receivedAt,
  leadId: id,
  vendorId,
  status,
});

/** The event of a change that becomes the next entry of the deal's history. */
export const statusChanged = (
  { id, vendorId, status, history }: Pick<Deal, 'id' | 'vendorId' | 'status' | 'history'>,
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

/** The event of an assignment at this time, to the person with this id, or to nobody (`null`). */
export const leadAssigned = (
  { id, vendorId, status }: Of,
  { owner, at }: { readonly owner: string | null; readonly at: Date },
): LeadAssigned => ({
  id: eventId(id, 'assigned', at.getTime().toString(36), owner ?? 'nobody'),
  type: 'lead.assigned',
  at,
  leadId: id,
  vendorId,
  status,
  owner: owner ?? undefined,
});

/** The event of the clock that runs; `at`: since when it is late. */
export function leadUnanswered(deal: Of & Omit<Awaited, 'customer'>, at: Date): LeadUnanswered {
  const { id, vendorId, status } = deal;
  const { since } = clockOf(deal);
  const eventOf = eventId(id, 'unanswered', since.getTime().toString(36));
  return { id: eventOf, type: 'lead.unanswered', at, leadId: id, vendorId, status, since };
}

/** The event of the time of this follow-up. */
export const followUpDue = ({ id, vendorId, status }: Of, { at, by, byId }: FollowUp): FollowUpDue => ({
  id: eventId(id, 'follow-up', at.getTime().toString(36)),
  type: 'lead.follow_up_due',
  at,
  leadId: id,
  vendorId,
  status,
  ...(by !== undefined && { author: { by, ...(byId !== undefined && { byId }) } }),
});

/** The event of what is the matter with a hook. */
export const hookAlarm = (
  hookId: string,
  { what, at }: { readonly what: 'failing' | 'paused'; readonly at: Date },
): HookAlarm => ({ id: eventId(hookId, what, at.getTime().toString(36)), type: `hook.${what}`, at, hookId });

/** The event of what is held. */
export const leadHeld = ({ id, at, sourceId, vendorId, why }: HeldLead): LeadHeld => ({
  id: eventId(id, 'held'),
  type: 'lead.held',
  at,
  heldId: id,
  sourceId,
  vendorId,
  why,
});

/** An event of one kind has a place of its own, whatever happens besides. */
const eventId = (of: string, kind: string, ...place: string[]): string =>
  ['evt', of, kind, ...place].join('_');

/** The time, and how many of `earlier` there are at that very millisecond, if any. */
function momentOf(at: Date, earlier: readonly { readonly at: Date }[]): string {
  const same = earlier.filter((each) => each.at.getTime() === at.getTime()).length;
  return `${at.getTime().toString(36)}${same > 0 ? `.${same}` : ''}`;
}
