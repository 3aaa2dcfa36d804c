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
import { Refused } from '../../domain/refused.ts';
import { overlapEnd } from '../../domain/work/key-term.ts';
import { plainName } from '../../domain/work/vendor-account.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { Delivery, Try } from '../events/ports/deliveries.ts';
import { requireLimit } from '../leads/list-leads.ts';
import { otherOrder, unknownVendor } from '../not-found.ts';
import type { HookPorts, Needs } from '../operator-ports.ts';
import type { HookUseCases, LeadDelivery } from '../ports/inbound/hook-use-cases.ts';
import type { By } from '../ports/inbound/people-use-cases.ts';
import type { OperatorAction } from '../ports/outbound/audit-log.ts';
import { hookKeyProblem, requireHookKey } from './hook-key.ts';

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
