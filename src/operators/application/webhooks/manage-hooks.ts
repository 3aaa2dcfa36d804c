import { idOnce, newId } from '../../../application/new-id.ts';
import { plainId } from '../../../domain/plain-id.ts';
import { isBlank } from '../../../domain/text.ts';
import { configuredVendorId, isConfiguredVendorId, type Vendor } from '../../../domain/vendor.ts';
import {
  type Hook,
  isSuccess,
  openHook,
  pauseHook,
  resumeHook,
  rotateHook,
} from '../../domain/events/hook.ts';
import type { HookEventType, LeadEvent } from '../../domain/events/lead-event.ts';
import { Refused } from '../../domain/refused.ts';
import { overlapEnd } from '../../domain/work/key-term.ts';
import { plainName } from '../../domain/work/vendor-account.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { Attempt, Delivery, Progress, Replayed, Try } from '../events/ports/deliveries.ts';
import { requireLimit } from '../leads/list-leads.ts';
import { otherOrder, unknownVendor } from '../not-found.ts';
import type { HookPorts, Needs } from '../operator-ports.ts';
import type { By, Once } from '../ports/order.ts';
import type { OperatorAction } from '../ports/outbound/audit-log.ts';
import { hookKeyProblem, requireHookKey } from './hook-key.ts';

/**
 * Everything that operators can do with webhooks. Each use case throws Refused if it is not possible, and
 * StoreUnavailable if the store does not answer.
 */
export interface HookUseCases {
  readonly hookKeyProblem: HookKeyProblem;
  readonly addHook: AddHook;
  readonly listHooks: ListHooks;
  readonly testHook: TestHook;
  readonly hookLog: HookLog;
  readonly leadDeliveries: LeadDeliveries;
  readonly replayHook: ReplayHook;
  readonly rotateHook: RotateHook;
  readonly pauseHook: ChangeHook;
  readonly resumeHook: ChangeHook;
  readonly removeHook: RemoveHook;
}

/**
 * Resolves to a sentence if this process must give out no secret, because the store's webhooks have another
 * key.
 */
export type HookKeyProblem = () => Promise<string | undefined>;

/** Adds a webhook. Throws Refused if its address is not allowed. */
export type AddHook = (
  order: Once & {
    readonly url: string;
    /**
     * A vendor's id or exact name; `undefined` for the operator's own hook. A name without an account is taken
     * for a vendor from the configuration, and not checked.
     */
    readonly vendor?: string | undefined;
    /** By default all types that the vendor may have; for the operator `usualEventTypes`. */
    readonly events?: readonly HookEventType[] | undefined;
    readonly by: By;
  },
) => Promise<AddedHook>;

/** A new hook with its secret and its vendor; `undefined` for the operator's own. */
export interface AddedHook extends FreshSecret {
  readonly vendor: Vendor | undefined;
}

/** A hook with its secret, which is returned this once only. */
export interface FreshSecret {
  readonly hook: Hook;
  readonly secret: string;
}

/** Lists all webhooks, oldest first. */
export type ListHooks = () => Promise<readonly Hook[]>;

/**
 * Sends a test event, which any server delivers within seconds. Resolves to the event's id. Throws Refused if
 * the hook is paused.
 */
export type TestHook = (order: { readonly hookId: string; readonly by: By }) => Promise<string>;

/** Lists the tries of the last 30 days, newest first. */
export type HookLog = (query: {
  readonly hookId: string;
  readonly failed?: boolean | undefined;
  /** Only tries of this event. */
  readonly eventId?: string | undefined;
  /** 1 or more. */
  readonly limit: number;
}) => Promise<readonly Attempt[]>;

/** Lists a lead's events that go to webhooks: the last hundred of the last 30 days, the newest event first. */
export type LeadDeliveries = (query: { readonly leadId: string }) => Promise<readonly LeadDelivery[]>;

export function makeHookUseCases(ports: AuditPorts & HookPorts & Needs<'vendors' | 'digest'>): HookUseCases {
  const { hooks, deliveries, clock, randomBytes, secretOf, hookKey, ringBell = () => {} } = ports;

  /** Resolves to the hook. Called before the audit log is written: a mistyped id may be a secret. */
  async function requireHook(hookId: string): Promise<Hook> {
    const found = (await hooks.hooks()).find(({ id }) => id === hookId);
    if (!found) throw unknownHook();
    return found;
  }

  const change =
    (action: OperatorAction, decide: (hook: Hook) => Hook) =>
    async ({ hookId, by }: { readonly hookId: string; readonly by: By }): Promise<Hook> => {
      await requireHook(hookId);
      return audited(ports, { by, action, on: hookId }, () => changed(hookId, decide));
    };

  async function changed(hookId: string, decide: (hook: Hook) => Hook): Promise<Hook> {
    const hook = await hooks.change(hookId, decide);
    if (!hook) throw unknownHook();
    return hook;
  }

  const withSecret = (hook: Hook) => ({ hook, secret: secretOf(hook.id, newest(hook)) });

  return {
    async hookKeyProblem() {
      return hookKey && hookKeyProblem(hooks, hookKey);
    },

    async addHook({ url: given, vendor: named, events, by, once }) {
      if (hookKey) await requireHookKey(hooks, hookKey);
      const vendor = named === undefined ? undefined : await vendorOf(named, ports);
      const url = await ports.checkUrl(given, vendor?.id);
      const id = idOnce('hook', once, ports);
      const hook = openHook({ id, url, vendorId: vendor?.id, events, created: clock() });
      // Recorded also if the hook was there: its secret is given out once more.
      return audited(ports, { by, action: 'hook.add', on: id }, async () => {
        const kept = (await hooks.add(hook)) ? hook : await requireHook(id);
        if (!isAlike(kept, hook)) throw otherOrder();
        return { ...withSecret(kept), vendor };
      });
    },

    listHooks: () => hooks.hooks(),

    async testHook({ hookId, by }) {
      const { paused } = await requireHook(hookId);
      if (paused) throw new Refused('hook-paused', 'The webhook is paused: resume it first.');
      const event = { id: newId('evt', randomBytes), type: 'hook.test', at: clock() } as const;
      return audited(ports, { by, action: 'hook.test', on: hookId }, async () => {
        await deliveries.add([{ event, hooks: [hookId] }]);
        ringBell();
        return event.id;
      });
    },

    async hookLog({ hookId, failed = false, eventId, limit }) {
      requireLimit(limit);
      await requireHook(hookId);
      return deliveries.attempts({ hookId, failed, eventId, limit });
    },

    async leadDeliveries({ leadId }) {
      const [found, all] = await Promise.all([
        deliveries.ofLead(plainId(leadId), MAX_DELIVERIES_OF_LEAD),
        hooks.hooks(),
      ]);
      const byId = new Map(all.map((hook) => [hook.id, hook]));
      return found.flatMap((delivery) => {
        const hook = byId.get(delivery.hookId);
        return hook ? [shown(delivery, hook)] : []; // it was removed just now
      });
    },

    async replayHook({ hookId, by, progress, ...which }) {
      await requireHook(hookId);
      return audited(ports, { by, action: 'hook.replay', on: hookId }, async () => {
        const count = await deliveries.replay(hookId, which, clock(), progress);
        ringBell();
        if (count === 0 && 'eventId' in which)
          throw new Refused('unknown-event', 'This webhook had no such event in the last 30 days.');
        return count;
      });
    },

    async rotateHook({ hookId, overlap, by }) {
      await requireHook(hookId);
      if (hookKey) await requireHookKey(hooks, hookKey);
      const now = clock();
      const ends = overlapEnd(overlap, now);
      return audited(ports, { by, action: 'hook.rotate', on: hookId }, async () =>
        withSecret(await changed(hookId, (hook) => rotateHook(hook, now, ends))),
      );
    },

    pauseHook: change('hook.pause', (hook) => pauseHook(hook, clock(), 'operator')),
    resumeHook: change('hook.resume', resumeHook),

    async removeHook({ hookId, by, progress }) {
      const hook = await requireHook(hookId);
      return audited(ports, { by, action: 'hook.remove', on: hookId }, async () => {
        await changed(hookId, (known) => pauseHook(known, clock(), 'operator')); // posts nothing meanwhile
        await hooks.remove(hookId, progress);
        return hook;
      });
    },
  };
}

const MAX_DELIVERIES_OF_LEAD = 100;

/** An event of a lead for one webhook. */
export interface LeadDelivery {
  readonly event: LeadEvent;
  readonly hookId: string;
  /** The host of the webhook's address, whose rest may be a secret. */
  readonly host: string;
  /** `paused`: waits until the webhook is resumed. `failed`: was given up. */
  readonly outcome: 'waiting' | 'paused' | 'delivered' | 'retrying' | 'failed';
  readonly tries: number;
  readonly lastTry: Omit<Try, 'answer'> | undefined;
  /** The time of the next try; `undefined` if there is none. */
  readonly due: Date | undefined;
}

/** Delivers events again. Resolves to their number. May be repeated, also after an interruption. */
export type ReplayHook = (
  order: Replayed & {
    readonly hookId: string;
    readonly by: By;
    readonly progress?: Progress | undefined;
  },
) => Promise<number>;

/**
 * Gives a hook a new secret. `overlap`: milliseconds, up to ten years, for which the present secret signs as
 * well. Earlier ones sign until their own overlap ends.
 */
export type RotateHook = (order: {
  readonly hookId: string;
  readonly overlap: number;
  readonly by: By;
}) => Promise<FreshSecret>;

/** Pauses or resumes a webhook. Resolves to the changed webhook. */
export type ChangeHook = (order: { readonly hookId: string; readonly by: By }) => Promise<Hook>;

/**
 * Pauses a webhook, then removes it with everything kept about it. After an interruption it is still there, and
 * the removal can be repeated. Resolves to the webhook as it was.
 */
export type RemoveHook = (order: {
  readonly hookId: string;
  readonly by: By;
  /** Called with the number of events removed so far. */
  readonly progress?: Progress | undefined;
}) => Promise<Hook>;

/** A delivery without the receiver's answers, which only the webhook's log shows. */
function shown({ event, hookId, tries, due }: Delivery, { url, paused }: Hook): LeadDelivery {
  const last = tries.at(-1);
  return {
    event,
    hookId,
    host: new URL(url).host,
    outcome: outcomeOf(due, last, paused !== undefined),
    tries: tries.length,
    lastTry: last && { at: last.at, status: last.status, duration: last.duration, error: last.error },
    due,
  };
}

function outcomeOf(due: Date | undefined, last: Try | undefined, paused: boolean): LeadDelivery['outcome'] {
  const isDelivered = isSuccess(last?.status);
  if (!due) return isDelivered ? 'delivered' : 'failed';
  if (paused) return 'paused';
  return last && !isDelivered ? 'retrying' : 'waiting';
}

const isAlike = (one: Hook, other: Hook): boolean =>
  one.url === other.url && one.vendorId === other.vendorId && `${one.events}` === `${other.events}`;

const newest = ({ secrets }: Hook): number => Math.max(...secrets.map(({ generation }) => generation));

const unknownHook = (): Refused => new Refused('unknown-hook', 'No webhook has this id.');

/**
 * Resolves to a vendor. A name without an account is taken for a vendor from the configuration; what looks like
 * an id is not.
 */
async function vendorOf(text: string, { vendors }: Needs<'vendors'>): Promise<Vendor> {
  const account = isConfiguredVendorId(text) ? undefined : await vendors.account(plainName(text));
  if (account) return { id: account.id, name: account.name };
  const id = isConfiguredVendorId(text) ? text : configuredVendorId(text.trim());
  const name = id.slice(configuredVendorId('').length);
  if (isBlank(name) || text.trim().startsWith('ven_')) throw unknownVendor();
  return { id, name };
}
