import { isSuccess } from '#operators/domain/events/hook.ts';
import {
  type AnyEvent,
  type EventType,
  isOfLead,
  type LeadEvent,
} from '#operators/domain/events/lead-event.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';

/** An event to be delivered. It is kept in the same write as the deal or move that caused it. */
export interface Announcement<E extends AnyEvent = LeadEvent> {
  readonly event: E;
  /** The ids of the hooks to tell. Never empty. A hook that was removed meanwhile is not told. */
  readonly hooks: readonly string[];
}

/** The deliveries of events to hooks. Any method can throw StoreUnavailable and still have done its work. */
export interface Deliveries {
  /**
   * Makes deliveries of announcements, one for each event and hook, due from the event's time on. May be
   * repeated, interrupted and run by many processes at once: nothing is lost or doubled. Resolves to whether
   * there may be more. A store that makes deliveries together with the announcement has nothing to do here.
   */
  collect(): Promise<boolean>;

  /**
   * Keeps a delivery for each event and hook, due from the event's time on, unless the hook already has one of
   * the event's id. Deliveries are remembered for at least eight days: within these, nobody is told twice.
   */
  add(announced: readonly Announcement<AnyEvent>[]): Promise<void>;

  /**
   * Resolves to the ids of hooks for which something is due, in any order, perhaps with removed ones. Called
   * several times a second.
   */
  dueHooks(now: Date): Promise<readonly string[]>;

  /**
   * Takes due deliveries of one hook, the longest due first. Nobody else gets them until `leaseEnds`; after
   * that they are due again, unless they were settled.
   */
  take(order: TakeOrder): Promise<readonly DueDelivery[]>;

  /**
   * Resolves to the lead at this moment; `undefined` if it is gone. Called for each try, so that no body
   * contains what was erased.
   */
  deal(leadId: string): Promise<WorkedDeal | undefined>;

  /** Keeps the results of deliveries that were taken. Ignores a delivery whose lease has gone to somebody else. */
  settle(settled: readonly Settled[]): Promise<void>;

  /** Resolves to tries, the newest first. */
  attempts(query: AttemptQuery): Promise<readonly Attempt[]>;

  /** Resolves to the deliveries of a lead's events, the newest event first. */
  ofLead(leadId: string, limit: number): Promise<readonly Delivery[]>;

  /**
   * Makes deliveries of a hook due at once, whatever became of them, as if they had never been tried. Leases
   * end, and past tries stay among the attempts. Works in short steps, however long all of them take, and tells
   * `progress` after each the number so far. May be repeated, also after an interruption. Resolves to the
   * number of deliveries.
   */
  replay(hookId: string, which: Replayed, now: Date, progress?: Progress): Promise<number>;

  /**
   * Resolves to the time since when the longest due delivery of these hooks has waited, announcements that
   * nobody has collected included; `undefined` if nothing is due.
   */
  oldestDue(hookIds: readonly string[], now: Date): Promise<Date | undefined>;
}

/**
 * Deliveries to replay: one event, all since a time, or all that were not delivered, whether they wait or were
 * given up.
 */
export type Replayed =
  | { readonly eventId: string }
  | { readonly since: Date }
  | { readonly undelivered: true };

/** Called with the number done so far in a long work. An error that it throws ends the work and passes through. */
export type Progress = (done: number) => void;

/** The hook whose deliveries to take, how many, and for how long. */
export interface TakeOrder {
  readonly hookId: string;
  readonly now: Date;
  readonly limit: number;
  readonly leaseEnds: Date;
  /** A text that no other call uses. */
  readonly lease: string;
}

/** A delivery that was taken, to be tried. */
export interface DueDelivery {
  readonly hookId: string;
  readonly event: AnyEvent;
  /** The number of tries since the event was announced, or last replayed. */
  readonly tries: number;
  readonly lease: string;
}

/** A lead's event on its way to one hook. */
export interface Delivery {
  readonly hookId: string;
  readonly event: LeadEvent;
  /** Oldest first. */
  readonly tries: readonly Try[];
  /** The time of the next try; `undefined` once the event was delivered or given up. */
  readonly due: Date | undefined;
}

/** One try to deliver an event. */
export interface Try {
  readonly at: Date;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** How long the try took, in milliseconds. */
  readonly duration: number;
  /** Words for the failure; set if the try failed, and only then. */
  readonly error: string | undefined;
  /** The beginning of the response's body, if the try failed. Neither this nor `error` has control characters. */
  readonly answer: string | undefined;
}

/** The result of a try, to be kept. */
export interface Settled {
  readonly hookId: string;
  readonly eventId: string;
  readonly lease: string;
  readonly tried: Try;
  /** The time of the next try; `undefined` if the event was delivered or given up. */
  readonly due: Date | undefined;
}

/** Which tries to list. */
export interface AttemptQuery {
  readonly hookId: string;
  /** Only failed tries: those without a status of success (2xx). */
  readonly failed: boolean;
  /** Only tries of this event. */
  readonly eventId?: string | undefined;
  readonly limit: number;
}

/** A try, and the event that was to be delivered. */
export interface Attempt extends Try {
  readonly eventId: string;
  readonly type: EventType;
  readonly leadId: string | undefined;
}

/** All tries of some deliveries as `attempts` lists them, the newest first. For stores. */
export function newestAttempts(
  deliveries: readonly { readonly event: AnyEvent; readonly tries: readonly Try[] }[],
  { failed, limit }: Pick<AttemptQuery, 'failed' | 'limit'>,
): Attempt[] {
  const all = deliveries.flatMap(({ event, tries }) => {
    const leadId = isOfLead(event) ? event.leadId : undefined;
    return tries.map((tried) => ({ eventId: event.id, type: event.type, leadId, ...tried }));
  });
  const wanted = failed ? all.filter(({ status }) => !isSuccess(status)) : all;
  return wanted.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit);
}
