import type { Deal } from '../../../domain/deal.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { HeldLead, HeldWhy } from '../../../domain/sources/held-lead.ts';
import type { FollowUp } from '../work/activity.ts';
import { type Awaited, clockOf } from '../work/answer.ts';
import type { Author } from '../work/person.ts';
import type { StatusChange, WorkedDeal } from '../work/worked-deal.ts';

/** What every event about a lead contains. Nothing personal. */
interface OfLead {
  /** Derived from the lead and what happened, so that making the event again gives the same id. */
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
  /** The operator's code of why a lead was lost, if somebody gave one. */
  readonly lostReason?: string | undefined;
}

/** A lead was given to somebody, or to nobody. */
export interface LeadAssigned extends OfLead {
  readonly type: 'lead.assigned';
  /** The id of the person; `undefined`: nobody. */
  readonly owner: string | undefined;
}

/** A customer was not answered in time. Told once for each wait. */
export interface LeadUnanswered extends OfLead {
  readonly type: 'lead.unanswered';
  /** When the wait began. */
  readonly since: Date;
}

/** The time of a follow-up has come. */
export interface FollowUpDue extends OfLead {
  readonly type: 'lead.follow_up_due';
  /** The person who promised the follow-up; absent if it is the owner's. */
  readonly author?: Author;
}

/** A lead's customer was corrected: its contact was edited, or merged with another one. */
export interface LeadCorrected extends OfLead {
  readonly type: 'lead.corrected';
}

/** A lead's customer was first answered. */
export interface LeadAnswered extends OfLead {
  readonly type: 'lead.answered';
}

/** What happened to a lead. */
export type LeadEvent =
  | LeadReceived
  | StatusChanged
  | LeadAssigned
  | LeadUnanswered
  | FollowUpDue
  | LeadCorrected
  | LeadAnswered;
/** The type of an event about a lead. */
export type LeadEventType = LeadEvent['type'];

/** What every event about a hook contains. */
interface OfHook {
  readonly id: string;
  readonly at: Date;
  /** The id of that hook. */
  readonly hookId: string;
}

/** A hook has been failing for half the time after which it is paused. */
export interface HookFailing extends OfHook {
  readonly type: 'hook.failing';
}

/** A hook was paused because its receiver failed. */
export interface HookPaused extends OfHook {
  readonly type: 'hook.paused';
}

/** An event about a hook that does not work. */
export type HookAlarm = HookFailing | HookPaused;

/** A source sent something that waits for a person. The event has nothing of its content. */
export interface LeadHeld {
  readonly type: 'lead.held';
  readonly id: string;
  readonly at: Date;
  readonly heldId: string;
  readonly sourceId: string;
  readonly vendorId: string;
  readonly why: HeldWhy;
}

/** The event that a test sends to a hook. It is about no lead. */
export interface TestEvent {
  readonly id: string;
  readonly type: 'hook.test';
  readonly at: Date;
}

/** Every event that can be sent to a hook. */
export type AnyEvent = LeadEvent | LeadHeld | HookAlarm | TestEvent;
/** The type of any event that can be sent to a hook. */
export type EventType = AnyEvent['type'];
/** A type that a hook can ask for: one of `hookEventTypes`. */
export type HookEventType = Exclude<EventType, 'hook.test'>;

/**
 * Who gets each type of event. `operator`: the operator's hooks. `vendor`: those, and a vendor's hooks for its
 * own leads. `named`: only the operator's hooks that ask for the type by name.
 */
export const toldTo = {
  'lead.received': 'operator',
  'lead.status_changed': 'vendor',
  'lead.assigned': 'named',
  'lead.unanswered': 'named',
  'lead.follow_up_due': 'named',
  'lead.corrected': 'named',
  'lead.answered': 'named',
  'lead.held': 'named',
  'hook.failing': 'named',
  'hook.paused': 'named',
} as const satisfies Record<HookEventType, 'operator' | 'vendor' | 'named'>;

/** Every type that a hook can ask for. */
export const hookEventTypes = Object.keys(toldTo) as readonly HookEventType[];
/** The types that a vendor's hook can ask for. */
export const vendorEventTypes = hookEventTypes.filter((type) => toldTo[type] === 'vendor');
/** The types that an operator's hook gets if it asks for none. */
export const usualEventTypes = hookEventTypes.filter((type) => toldTo[type] !== 'named');

/** Whether an event is of a type that is known: one of a later release is not, and waits for a server that knows it. */
export const isKnown = ({ type }: AnyEvent): boolean => type === 'hook.test' || hookEventTypes.includes(type);

/** Whether an event is about a lead. */
export const isOfLead = (event: AnyEvent): event is LeadEvent => 'leadId' in event;

/** What an event takes from its deal. */
type Of = Pick<WorkedDeal, 'id' | 'vendorId' | 'status'>;

/** Makes the event of a new deal. */
export const leadReceived = ({
  id,
  vendorId,
  receivedAt,
  status,
}: Pick<Deal, 'id' | 'vendorId' | 'receivedAt' | 'status'>): LeadReceived => ({
  id: eventId(id, 'received'),
  type: 'lead.received',
  at: receivedAt,
  leadId: id,
  vendorId,
  status,
});

/** Makes the event of a change of status. `history`: the deal's entries before that change. */
export const statusChanged = (
  { id, vendorId, status, history }: Pick<WorkedDeal, 'id' | 'vendorId' | 'status' | 'history'>,
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

/** Makes the event of an assignment to the person with this id, or to nobody (`null`). */
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

/** Makes the event that the customer has waited too long. `at`: since when the answer is late. */
export function leadUnanswered(deal: Of & Omit<Awaited, 'customer'>, at: Date): LeadUnanswered {
  const { id, vendorId, status } = deal;
  const { since } = clockOf(deal);
  const eventOf = eventId(id, 'unanswered', since.getTime().toString(36));
  return { id: eventOf, type: 'lead.unanswered', at, leadId: id, vendorId, status, since };
}

/** Makes the event that the time of this follow-up has come. */
export const followUpDue = ({ id, vendorId, status }: Of, { at, by, byId }: FollowUp): FollowUpDue => ({
  id: eventId(id, 'follow-up', at.getTime().toString(36)),
  type: 'lead.follow_up_due',
  at,
  leadId: id,
  vendorId,
  status,
  ...(by !== undefined && { author: { by, ...(byId !== undefined && { byId }) } }),
});

/** Makes the event of a correction at this time. */
export const leadCorrected = ({ id, vendorId, status }: Of, at: Date): LeadCorrected => ({
  id: eventId(id, 'corrected', at.getTime().toString(36)),
  type: 'lead.corrected',
  at,
  leadId: id,
  vendorId,
  status,
});

/** Makes the event of the first answer at this time. */
export const leadAnswered = ({ id, vendorId, status }: Of, at: Date): LeadAnswered => ({
  id: eventId(id, 'answered', at.getTime().toString(36)),
  type: 'lead.answered',
  at,
  leadId: id,
  vendorId,
  status,
});

/** Makes the event of a hook's alarm. */
export const hookAlarm = (
  hookId: string,
  { what, at }: { readonly what: 'failing' | 'paused'; readonly at: Date },
): HookAlarm => ({ id: eventId(hookId, what, at.getTime().toString(36)), type: `hook.${what}`, at, hookId });

/** Makes the event of a held lead. */
export const leadHeld = ({ id, at, sourceId, vendorId, why }: HeldLead): LeadHeld => ({
  id: eventId(id, 'held'),
  type: 'lead.held',
  at,
  heldId: id,
  sourceId,
  vendorId,
  why,
});

/** An event's id. `kind` keeps events of different types at one place apart. */
const eventId = (of: string, kind: string, ...place: string[]): string =>
  ['evt', of, kind, ...place].join('_');

/** A time as text, with the number of `earlier` entries at that very millisecond, if there are any. */
function momentOf(at: Date, earlier: readonly { readonly at: Date }[]): string {
  const same = earlier.filter((each) => each.at.getTime() === at.getTime()).length;
  return `${at.getTime().toString(36)}${same > 0 ? `.${same}` : ''}`;
}
