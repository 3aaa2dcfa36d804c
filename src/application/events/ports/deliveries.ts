import { isSuccess } from '../../../domain/events/hook.ts';
import {
  type AnyEvent,
  type EventType,
  isOfLead,
  type LeadEvent,
} from '../../../domain/events/lead-event.ts';
import type { Deal } from '../../../domain/work/deal.ts';

/** An event to be delivered: kept in the same write as the deal or the move that it tells of. */
export interface Announcement<E extends AnyEvent = LeadEvent> {
  readonly event: E;
  /** The ids of the hooks that are told. Never empty. One that was removed meanwhile is told nothing. */
  readonly hooks: readonly string[];
}

/** What is to be delivered to the hooks. Any method can throw StoreUnavailable and still have done its work. */
export interface Deliveries {
  /**
   * Makes deliveries of what was announced, one for each event and hook, due from the event's time on. Can be repeated,
   * and done by many at once: nothing is lost or doubled, also if it is interrupted. Resolves to whether there may be
   * more; a store that makes deliveries as it keeps what was announced has nothing to do here.
   */
  collect(): Promise<boolean>;

  /**
   * Keeps a delivery for each event and hook, due from the event's time on, but of an event with this id that the hook has
   * already. A delivery is known for eight days at least: in that time, nobody is told twice.
   */
  add(announced: readonly Announcement<AnyEvent>[]): Promise<void>;

  /**
   * The ids of the hooks to which something is due, in any order, removed ones perhaps too. Asked several times a second.
   */
  dueHooks(now: Date): Promise<readonly string[]>;

  /**
   * Takes deliveries of this hook that are due, the longest due first. Until `leaseEnds`, nobody else gets them; then,
   * unless they were settled, they are due again.
   */
  take(order: TakeOrder): Promise<readonly DueDelivery[]>;

  /**
   * The lead as it stands at this moment: asked for at each try, so that what was erased is in no body. `undefined` for a
   * lead that is gone.
   */
  deal(leadId: string): Promise<Deal | undefined>;

  /** Keeps what became of deliveries that were taken. Of one whose lease has gone to somebody else, nothing. */
  settle(settled: readonly Settled[]): Promise<void>;

  /** Newest first. */
  attempts(query: AttemptQuery): Promise<readonly Attempt[]>;

  /** The deliveries of a lead's events, the newest event first. */
  ofLead(leadId: string, limit: number): Promise<readonly Delivery[]>;

  /**
   * Makes deliveries of this hook due at once, whatever became of them, as if they had never been tried: a lease is let
   * go; but the tries stay among the attempts. Takes as long as it needs, in steps of which each is short, and tells `progress` after each
   * how many there were so far. Can be repeated, also after it was cut off. Resolves to how many.
   */
  replay(hookId: string, which: Replayed, now: Date, progress?: Progress): Promise<number>;

  /**
   * Since when the longest due delivery of these hooks has waited, or the event that nobody has collected; `undefined`
   * if none is due.
   */
  oldestDue(hookIds: readonly string[], now: Date): Promise<Date | undefined>;
}

/** One event; all since a time; or those that were not delivered, whether they wait for a try or were given up. */
export type Replayed =
  | { readonly eventId: string }
  | { readonly since: Date }
  | { readonly undelivered: true };

/** Told how much of a long work is done. If it throws, the work ends there, and the error passes through. */
export type Progress = (done: number) => void;

/** What to take, and for how long. */
export interface TakeOrder {
  readonly hookId: string;
  readonly now: Date;
  readonly limit: number;
  readonly leaseEnds: Date;
  /** Any text that no other call uses. */
  readonly lease: string;
}

/** An event that was taken to be delivered. */
export interface DueDelivery {
  readonly hookId: string;
  readonly event: AnyEvent;
  /** How often it was tried since it was announced, or last replayed. */
  readonly tries: number;
  readonly lease: string;
}

/** An event of a lead for one hook, and what has become of it. */
export interface Delivery {
  readonly hookId: string;
  readonly event: LeadEvent;
  /** Oldest first. */
  readonly tries: readonly Try[];
  /** When it is tried next; `undefined` once it was delivered or given up. */
  readonly due: Date | undefined;
}

/** One try to deliver an event. */
export interface Try {
  readonly at: Date;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** How long the try took, in milliseconds. */
  readonly duration: number;
  /** What went wrong, in words, if it failed, and only then. */
  readonly error: string | undefined;
  /** The first characters of the response's body, if it failed. No control characters, as in `error`. */
  readonly answer: string | undefined;
}

/** What became of a delivery that was taken. */
export interface Settled {
  readonly hookId: string;
  readonly eventId: string;
  readonly lease: string;
  readonly tried: Try;
  /** When to try again; `undefined` if it was delivered or given up. */
  readonly due: Date | undefined;
}

/** Which tries to list. */
export interface AttemptQuery {
  readonly hookId: string;
  /** Only those that failed: without a status of success (2xx). */
  readonly failed: boolean;
  /** Only those of this event. */
  readonly eventId?: string | undefined;
  readonly limit: number;
}

/** A try, and what was to be delivered. */
export interface Attempt extends Try {
  readonly eventId: string;
  readonly type: EventType;
  readonly leadId: string | undefined;
}

/** The tries of these deliveries, the newest first, as a store tells them. */
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
