import type { Problem } from '../../../domain/invalid-lead.ts';
import type { HeldWhy } from '../../../domain/sources/held-lead.ts';
import type { Source } from '../../../domain/sources/source.ts';
import type { SourceLead } from '../../../domain/sources/source-lead.ts';
import type { Receipt } from './vendor.ts';

/** Driving ports that receive leads in senders' own forms. */

/** The source with this id; `undefined` if there is none. Accepts any text. Throws StoreUnavailable. */
export type FindSource = (id: string) => Promise<Source | undefined>;

/** Whether the source has this secret, and it still works. Accepts any text. */
export type KnowsSecret = (source: Source, secret: string) => boolean;

/**
 * Whether `fits` is true of a secret of the source that works now: of the one with which its sender signed. Throws
 * StoreUnavailable if this process cannot read any.
 */
export type IsSigned = (source: Source, fits: (secret: string, now: Date) => boolean) => boolean;

/**
 * Keeps what a source sent: as a lead, as SubmitLead does, or else held for a person. Durable once it resolves.
 * Throws StoreUnavailable, also if the source has too many held leads already. Sending again is safe.
 */
export type ReceiveFromSource = (sent: FromSource) => Promise<Received>;

/** One lead of a source. */
export interface FromSource {
  readonly source: Source;
  readonly lead: SourceLead;
  /** The whole text that was sent, as it came. */
  readonly text: string;
  /** The media type that the sender declared. */
  readonly declared?: string | undefined;
  /** True if the text has other leads, too. */
  readonly isOneOfSeveral?: boolean | undefined;
}

/** A lead that was kept, or is held for a person. */
export type Received = Receipt | HeldReceipt;

/** The result for a lead that waits for a person. */
export interface HeldReceipt {
  readonly heldId: string;
  readonly why: HeldWhy;
  readonly problems: readonly Problem[];
}

/** Whether the lead waits for a person. */
export const isHeld = (received: Received): received is HeldReceipt => 'heldId' in received;

/** Records that a sender's test came. Resolves to whether to keep it as a lead: only in the sandbox. */
export type TestCame = (source: Source) => Promise<boolean>;

/** The driving ports that an inbound adapter for sources needs. */
export interface SourceIntake {
  readonly findSource: FindSource;
  readonly knowsSecret: KnowsSecret;
  readonly isSigned: IsSigned;
  readonly receive: ReceiveFromSource;
  readonly testCame: TestCame;
}
