import type { Hook } from '../../../../domain/events/hook.ts';
import type { HookEventType, LeadEvent } from '../../../../domain/events/lead-event.ts';
import type { Vendor } from '../../../../domain/intake/vendor.ts';
import type { Attempt, Progress, Replayed, Try } from '../../../events/ports/deliveries.ts';
import type { Once } from './once.ts';
import type { By } from './people-use-cases.ts';

/**
 * What an operator can do with webhooks. Each use case throws Refused if it is not possible, and StoreUnavailable if the
 * store does not answer.
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

/** Resolves to why this process can hand out no secret, in a sentence: the store's webhooks have another key. */
export type HookKeyProblem = () => Promise<string | undefined>;

/** Adds a webhook. Throws Refused if it may not be there. */
export type AddHook = (
  order: Once & {
    readonly url: string;
    /**
     * An id or exact name; `undefined` for a hook of the operator's own. A name that no account has is that of a vendor
     * from the configuration, which is not checked.
     */
    readonly vendor?: string | undefined;
    /** By default all that it may have; for the operator `usualEventTypes`. */
    readonly events?: readonly HookEventType[] | undefined;
    readonly by: By;
  },
) => Promise<AddedHook>;

/** The hook with the vendor whose it is; `undefined` for the operator's own. */
export interface AddedHook extends FreshSecret {
  readonly vendor: Vendor | undefined;
}

/** `secret` is returned this once. */
export interface FreshSecret {
  readonly hook: Hook;
  readonly secret: string;
}

/** All webhooks, oldest first. */
export type ListHooks = () => Promise<readonly Hook[]>;

/** Any server delivers it within seconds. Resolves to the id of the event. Throws Refused if the hook is paused. */
export type TestHook = (order: { readonly hookId: string; readonly by: By }) => Promise<string>;

/** The tries of the last 30 days, newest first. */
export type HookLog = (query: {
  readonly hookId: string;
  readonly failed?: boolean | undefined;
  /** Only those of this event. */
  readonly eventId?: string | undefined;
  /** 1 or more. */
  readonly limit: number;
}) => Promise<readonly Attempt[]>;

/** What webhooks are told of a lead: the last hundred of the last 30 days, the newest event first. */
export type LeadDeliveries = (query: { readonly leadId: string }) => Promise<readonly LeadDelivery[]>;

/** An event of a lead for one webhook. */
export interface LeadDelivery {
  readonly event: LeadEvent;
  readonly hookId: string;
  /** The host of the webhook's address, whose rest may be a secret. */
  readonly host: string;
  /** `paused`: it waits until the webhook is resumed. `failed`: it was given up. */
  readonly outcome: 'waiting' | 'paused' | 'delivered' | 'retrying' | 'failed';
  readonly tries: number;
  readonly lastTry: Omit<Try, 'answer'> | undefined;
  /** When it is tried next, if it is. */
  readonly due: Date | undefined;
}

/** Resolves to how many events are delivered again. Can be repeated, also after it was cut off. */
export type ReplayHook = (
  order: Replayed & {
    readonly hookId: string;
    readonly by: By;
    readonly progress?: Progress | undefined;
  },
) => Promise<number>;

/**
 * `overlap`: milliseconds, up to ten years, for which the present secret signs, too. Earlier ones sign until their own
 * overlap ends.
 */
export type RotateHook = (order: {
  readonly hookId: string;
  readonly overlap: number;
  readonly by: By;
}) => Promise<FreshSecret>;

/** Pauses or resumes a webhook. Resolves to it. */
export type ChangeHook = (order: { readonly hookId: string; readonly by: By }) => Promise<Hook>;

/** Pauses a webhook, and removes it with all that is kept of it. One that was cut off is still there, and can be repeated. Resolves to the webhook as it was. */
export type RemoveHook = (order: {
  readonly hookId: string;
  readonly by: By;
  /** Told how many of its events are gone so far. */
  readonly progress?: Progress | undefined;
}) => Promise<Hook>;
