import type { HeldWhy } from '../../../domain/held-lead.ts';
import type { Problem } from '../../../domain/invalid-lead.ts';
import type { Source } from '../../../domain/source.ts';
import type { SourceLead } from '../../../domain/source-lead.ts';
import type { Receipt } from './vendor.ts';

/** Driving ports: what is called for those who send leads in a form of their own. */

/** The source with this id; `undefined` if there is none. Accepts any text. Throws StoreUnavailable. */
export type FindSource = (id: string) => Promise<Source | undefined>;

/** Whether this is a secret of the source that works. Accepts any text. */
export type KnowsSecret = (source: Source, secret: string) => boolean;

/**
 * Keeps what a source sent: as a lead, as SubmitLead does, or else held for a person. Once it resolves, either is durable.
 * Throws StoreUnavailable, also if the source holds too much already. Sending again is safe.
 */
export type ReceiveFromSource = (sent: FromSource) => Promise<Received>;

/** One lead of a source. */
export interface FromSource {
  readonly source: Source;
  readonly lead: SourceLead;
  /** All that was sent, as it came. */
  readonly text: string;
}

/** What became of it. */
export type Received = Receipt | HeldReceipt;

/** It waits for a person. */
export interface HeldReceipt {
  readonly heldId: string;
  readonly why: HeldWhy;
  readonly problems: readonly Problem[];
}

/** Whether it waits for a person. */
export const isHeld = (received: Received): received is HeldReceipt => 'heldId' in received;

/** Records that a sender's test came, and resolves to whether it is to be kept as a lead: in the sandbox alone. */
export type TestCame = (source: Source) => Promise<boolean>;

/** All that an inbound adapter needs for sources. */
export interface SourceIntake {
  readonly findSource: FindSource;
  readonly knowsSecret: KnowsSecret;
  readonly receive: ReceiveFromSource;
  readonly testCame: TestCame;
}
