import { Refused } from '../refused.ts';
import {
  type AnyEvent,
  type HookEventType,
  hookEventTypes,
  isOfLead,
  type TestEvent,
  usualEventTypes,
  vendorEventTypes,
} from './lead-event.ts';

/** A webhook: an address to which events are posted. */
export interface Hook {
  readonly id: string;
  readonly url: string;
  /**
   * The vendor about whose leads the hook is told; `undefined` for the operator's own hooks, which hear of all
   * leads.
   */
  readonly vendorId: string | undefined;
  readonly events: readonly HookEventType[];
  readonly created: Date;
  /**
   * The secrets that can sign, oldest first, never empty. Their texts are derived from these, and kept nowhere.
   */
  readonly secrets: readonly HookSecret[];
  /** Set while the hook is paused. Its events are kept meanwhile. */
  readonly paused: Pause | undefined;
  /** The time of the first failure since the last success. */
  readonly failingSince: Date | undefined;
  /** The problem that the hook's operator has to solve; absent if there is none. */
  readonly alarm?: Alarm | undefined;
}

/** The news that a hook has been failing for long, or was paused for that reason. */
export interface Alarm {
  readonly what: 'failing' | 'paused';
  readonly at: Date;
  /** Whether the operator's other hooks were told. */
  readonly told: boolean;
}

/** The number of one of a hook's secrets, and until when that secret signs. */
export interface HookSecret {
  readonly generation: number;
  /** When the secret stops signing; `undefined` for the newest. */
  readonly expires: Date | undefined;
}

/** Why nothing is delivered, and since when. */
export interface Pause {
  readonly at: Date;
  /**
   * `operator`: an operator paused the hook; `gone`: the receiver said 410; `failing`: it failed for five days.
   */
  readonly why: 'operator' | 'gone' | 'failing';
}

interface HookOrder extends Pick<Hook, 'id' | 'url' | 'vendorId' | 'created'> {
  /** Absent: every type that the vendor may have; for the operator's hook, `usualEventTypes`. */
  readonly events?: readonly HookEventType[] | undefined;
}

/** Makes a hook. Throws Refused if a vendor's hook asks for more than `vendorEventTypes`. */
export function openHook({ events, vendorId, ...order }: HookOrder): Hook {
  const allowed = vendorId === undefined ? hookEventTypes : vendorEventTypes;
  const wanted = events ?? (vendorId === undefined ? usualEventTypes : vendorEventTypes);
  if (!wanted.every((type) => allowed.includes(type)))
    throw new Refused('invalid-hook', `A vendor’s webhook gets ${vendorEventTypes.join(' and ')} alone.`);
  const secrets = [{ generation: 1, expires: undefined }];
  const fresh = { secrets, paused: undefined, failingSince: undefined };
  return { ...order, vendorId, events: [...new Set(wanted)], ...fresh };
}

/** Whether the hook gets this event. Paused hooks still collect events. No hook gets alarms about itself. */
export const listensTo = ({ id, vendorId, events }: Hook, event: Exclude<AnyEvent, TestEvent>): boolean =>
  events.includes(event.type) &&
  (isOfLead(event)
    ? vendorId === undefined || vendorId === event.vendorId
    : vendorId === undefined && !('hookId' in event && id === event.hookId));

/** The secrets that sign now: the newest last, before it the replaced ones that have not expired. */
export const signingSecrets = ({ secrets }: Hook, now: Date): readonly HookSecret[] =>
  secrets.filter(({ expires }) => expires === undefined || expires > now);

/**
 * Gives the hook a new secret. The present one signs as well until `overlapEnds`; earlier ones keep their own
 * end.
 */
export function rotateHook(hook: Hook, now: Date, overlapEnds: Date): Hook {
  const retired = signingSecrets(hook, now).map(({ generation, expires = overlapEnds }) => ({
    generation,
    expires,
  }));
  const newest = Math.max(...hook.secrets.map(({ generation }) => generation));
  return { ...hook, secrets: [...retired, { generation: newest + 1, expires: undefined }] };
}

/** Pauses the hook. A paused hook is returned unchanged. */
export const pauseHook = (hook: Hook, at: Date, why: Pause['why']): Hook =>
  hook.paused ? hook : { ...hook, paused: { at, why } };

/** Resumes the hook and forgets its failures. */
export const resumeHook = (hook: Hook): Hook => ({
  ...hook,
  paused: undefined,
  failingSince: undefined,
  alarm: undefined,
});

/**
 * Notes that the operator's other hooks were told of this alarm. A hook that has another alarm is returned
 * unchanged.
 */
export const alarmTold = (hook: Hook, alarm: Alarm): Hook =>
  hook.alarm?.what === alarm.what && hook.alarm.at.getTime() === alarm.at.getTime()
    ? { ...hook, alarm: { ...alarm, told: true } }
    : hook;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds from each try to the next: ten tries in about three days. */
const waits = [5_000, 25_000, 2 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 30 * HOUR];
const LONGEST_WAIT = 24 * HOUR;
const FAILING_LIMIT = 5 * 24 * HOUR;

/**
 * When to try again after so many tries; `undefined`: never. A random delay of up to a fifth (`random`: 0 to 1)
 * keeps hooks from storming a receiver that comes back. A try is never earlier than the receiver asked for
 * (`retryAfter`, in milliseconds), as long as that is at most a day.
 */
export function nextTry(
  tries: number,
  now: Date,
  random: number,
  retryAfter: number | undefined = 0,
): Date | undefined {
  const wait = waits[tries - 1];
  if (wait === undefined) return undefined;
  const planned = wait * (1 + random / 5);
  return new Date(now.getTime() + Math.max(planned, Math.min(retryAfter, LONGEST_WAIT)));
}

/** The hook after one try, answered with `status` (`undefined`: no answer). The same object if nothing changes. */
export function afterTry(hook: Hook, status: number | undefined, at: Date): Hook {
  if (isSuccess(status))
    return hook.failingSince ? { ...hook, failingSince: undefined, alarm: undefined } : hook;
  const failing = hook.failingSince ? hook : { ...hook, failingSince: at };
  if (status === 410) return pausedByItself(failing, at, 'gone');
  const failed = at.getTime() - (failing.failingSince?.getTime() ?? at.getTime());
  if (failed >= FAILING_LIMIT) return pausedByItself(failing, at, 'failing');
  if (failed < FAILING_LIMIT / 2 || failing.alarm) return failing;
  return { ...failing, alarm: { what: 'failing', at, told: false } };
}

const pausedByItself = (hook: Hook, at: Date, why: Pause['why']): Hook =>
  hook.paused ? hook : { ...pauseHook(hook, at, why), alarm: { what: 'paused', at, told: false } };

/**
 * Whether somebody has to see to the hook: it has been failing for long, or it paused without an operator's
 * wish.
 */
export const needsCare = ({ alarm, paused }: Hook): boolean =>
  paused ? paused.why !== 'operator' : alarm !== undefined;

/** Whether an answer's status means that the receiver has the event: 2xx. */
export const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;
