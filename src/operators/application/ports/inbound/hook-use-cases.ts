import type { Hook } from '#operators/domain/events/hook.ts';
import type { HookEventType, LeadEvent } from '#operators/domain/events/lead-event.ts';
import type { Vendor } from '../../../../domain/vendor.ts';
import type { Attempt, Progress, Replayed, Try } from '../../events/ports/deliveries.ts';
import type { Once } from './once.ts';
import type { By } from './people-use-cases.ts';

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
