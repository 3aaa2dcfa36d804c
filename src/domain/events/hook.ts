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

/** Where events are posted to. */
export interface Hook {
  readonly id: string;
  readonly url: string;
  /** The vendor whose leads it is told of; `undefined` for the operator's own, which is told of all. */
  readonly vendorId: string | undefined;
  readonly events: readonly HookEventType[];
  readonly created: Date;
  /** Oldest first. Never empty. The secrets themselves are derived from these, and kept nowhere. */
  readonly secrets: readonly HookSecret[];
  /** While it is, its events are kept. */
  readonly paused: Pause | undefined;
  /** The first failure since the last success. */
  readonly failingSince: Date | undefined;
  /** What its operator has to see to; absent if there is nothing. */
  readonly alarm?: Alarm | undefined;
}

/** That a hook fails for long, or that it was paused because it did. */
export interface Alarm {
  readonly what: 'failing' | 'paused';
  readonly at: Date;
  /** Whether the operator's other hooks were told. */
  readonly told: boolean;
}

/** Which secret of a hook, and until when it signs. */
export interface HookSecret {
  readonly generation: number;
  /** When it signs no more; `undefined` for the newest. */
  readonly expires: Date | undefined;
}

/** Since when and why nothing is delivered. */
export interface Pause {
  readonly at: Date;
  /** Paused by an operator; because the receiver said 410; because it failed for five days. */
  readonly why: 'operator' | 'gone' | 'failing';
}

interface HookOrder extends Pick<Hook, 'id' | 'url' | 'vendorId' | 'created'> {
  /** By default all that it may have; of the operator's, `usualEventTypes`. */
  readonly events?: readonly HookEventType[] | undefined;
}

/** Throws Refused if a vendor's hook is to be told more than the status of its leads. */
export function openHook({ events, vendorId, ...order }: HookOrder): Hook {
  const allowed = vendorId === undefined ? hookEventTypes : vendorEventTypes;
  const wanted = events ?? (vendorId === undefined ? usualEventTypes : vendorEventTypes);
  if (!wanted.every((type) => allowed.includes(type)))
    throw new Refused('invalid-hook', `A vendor’s webhook gets ${vendorEventTypes.join(' and ')} alone.`);
  const secrets = [{ generation: 1, expires: undefined }];
  const fresh = { secrets, paused: undefined, failingSince: undefined };
  return { ...order, vendorId, events: [...new Set(wanted)], ...fresh };
}

/** A paused one listens, too; none to what is the matter with itself. */
export const listensTo = ({ id, vendorId, events }: Hook, event: Exclude<AnyEvent, TestEvent>): boolean =>
  events.includes(event.type) &&
  (isOfLead(event)
    ? vendorId === undefined || vendorId === event.vendorId
    : vendorId === undefined && !('hookId' in event && id === event.hookId));

/** What to sign with: the newest last, and before it those that were replaced and have not expired. */
export const signingSecrets = ({ secrets }: Hook, now: Date): readonly HookSecret[] =>
  secrets.filter(({ expires }) => expires === undefined || expires > now);

/** The hook with a new secret. The present one signs, too, until the overlap ends; each earlier one until its own does. */
export function rotateHook(hook: Hook, now: Date, overlapEnds: Date): Hook {
  const retired = signingSecrets(hook, now).map(({ generation, expires = overlapEnds }) => ({
    generation,
    expires,
  }));
  const newest = Math.max(...hook.secrets.map(({ generation }) => generation));
  return { ...hook, secrets: [...retired, { generation: newest + 1, expires: undefined }] };
}

/** The hook paused; the same if it is already. */
export const pauseHook = (hook: Hook, at: Date, why: Pause['why']): Hook =>
  hook.paused ? hook : { ...hook, paused: { at, why } };

/** The hook at work again, with its failures forgotten. */
export const resumeHook = (hook: Hook): Hook => ({
  ...hook,
  paused: undefined,
  failingSince: undefined,
  alarm: undefined,
});

/** The hook whose alarm the operator's other hooks were told of; the same if it is another by now. */
export const alarmTold = (hook: Hook, alarm: Alarm): Hook =>
  hook.alarm?.what === alarm.what && hook.alarm.at.getTime() === alarm.at.getTime()
    ? { ...hook, alarm: { ...alarm, told: true } }
    : hook;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds from each try to the next one: ten tries in about three days. */
const waits = [5_000, 25_000, 2 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 30 * HOUR];
const LONGEST_WAIT = 24 * HOUR;
const FAILING_LIMIT = 5 * 24 * HOUR;

/**
 * When to try again after this many tries, `undefined` for never: up to a fifth later than planned, so that a receiver
 * that comes back is not stormed, and not before it asks for (`retryAfter`, in milliseconds; a day at most). `random` is
 * from 0 to 1.
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

/** What one try told about the receiver. The same hook if nothing changes. */
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

/** Whether somebody has to see to it: it fails for long, or is paused and nobody wanted that. */
export const needsCare = ({ alarm, paused }: Hook): boolean =>
  paused ? paused.why !== 'operator' : alarm !== undefined;

/** Whether a receiver's answer counts as received: 2xx. */
export const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;
