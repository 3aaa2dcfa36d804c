import type { SubmitLead } from '../../application/ports/inbound/vendor.ts';
import type { Clock, Digest, RandomBytes } from '../../application/ports/outbound/runtime.ts';
import type { SigningKeys } from '../../application/ports/outbound/sources.ts';
import type { KeyKind } from '../../domain/api-key.ts';
import type { Source } from '../../domain/sources/source.ts';
import type { SourceLead } from '../../domain/sources/source-lead.ts';
import type { TimeZone } from '../domain/time-zone.ts';
import type { AnswerGoal } from '../domain/work/answer-goal.ts';
import type { LostReason } from '../domain/work/lost-reason.ts';
import type { KnownHooks } from './events/known-hooks.ts';
import type { Deliveries } from './events/ports/deliveries.ts';
import type { HookDirectory } from './events/ports/hook-directory.ts';
import type { CheckHookUrl, HookKey, SecretOf } from './events/ports/post-event.ts';
import type { CheckSubscription, Subscriptions } from './events/ports/subscriptions.ts';
import type { AccessTokens } from './ports/outbound/access-tokens.ts';
import type { AuditLog } from './ports/outbound/audit-log.ts';
import type { Erasure } from './ports/outbound/erasure.ts';
import type { KeptContacts } from './ports/outbound/kept-contacts.ts';
import type { KeptLeads } from './ports/outbound/kept-leads.ts';
import type { ManagedSources } from './ports/outbound/managed-sources.ts';
import type { People } from './ports/outbound/people.ts';
import type { Refusals } from './ports/outbound/refusals.ts';
import type { Remains } from './ports/outbound/remains.ts';
import type { ReportTally } from './ports/outbound/report-tally.ts';
import type { Seal } from './ports/outbound/seal.ts';
import type { Tickets } from './ports/outbound/tickets.ts';
import type { ManagedVendors } from './ports/outbound/vendor-directory.ts';

/** The ports that operators' use cases are built from. */
export interface OperatorPorts {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly randomBytes: RandomBytes;
  readonly vendors: ManagedVendors;
  /** Whether new keys are for production or the sandbox. A successor has the kind of the key that it replaces. */
  readonly keyKind: KeyKind;
  readonly leads: KeptLeads;
  readonly contacts: KeptContacts;
  readonly report: ReportTally;
  readonly erasure: Erasure;
  /** Bytes of erased customers in the store's files; absent with a store that removes them by itself. */
  readonly remains?: Remains | undefined;
  readonly audit: AuditLog;
  readonly people: People;
  /** The operator's reasons why leads are lost; by default none. */
  readonly lostReasons?: readonly LostReason[] | undefined;
  /** The time zone of the business, whose days and months reports count by. */
  readonly timeZone: TimeZone;
  /** How soon customers are to be answered. */
  readonly answerGoal: AnswerGoal;
  /** Absent if the store keeps no refused requests. */
  readonly refusals?: Refusals | undefined;
  /** Absent if the store cannot keep who is signed in at the desk. */
  readonly tickets?: Tickets | undefined;
  /** Absent if keys are not handed on by links. */
  readonly seal?: Seal | undefined;
  /** Absent if the store keeps no tokens of programs. */
  readonly accessTokens?: AccessTokens | undefined;
  /** The ports for sources; absent if the store keeps none. */
  readonly sourceParts?: SourceParts | undefined;
  /** Absent if the store keeps no devices. */
  readonly subscriptions?: Subscriptions | undefined;
  /** Absent if nobody is told of leads on devices. */
  readonly push?: PushPorts | undefined;
  /** Absent if the store keeps no webhooks. */
  readonly webhooks?: HookPorts | undefined;
}

/** The ports for sources and their held leads. */
export interface SourceParts {
  readonly sources: ManagedSources;
  /** Keeps a lead as if its vendor had submitted it. */
  readonly submitLead: SubmitLead;
  /** Reads what a source sends, by the source's kind. */
  readonly read: (source: Source, text: string | Uint8Array) => Promise<readonly SourceLead[]>;
  /** The days for which what a source sent is kept beside its leads. */
  readonly keepDays: number;
  /** Encrypts the secrets of signed sources; absent without a key for it. */
  readonly signingKeys?: SigningKeys | undefined;
  /** The URL to which a source's leads are sent. */
  readonly urlOf: (sourceId: string) => string;
}

/** What telling people on devices needs. */
export interface PushPorts {
  /** The key by which push services know the sender, for browsers to subscribe with: P-256, in base64url. */
  readonly publicKey: string;
  readonly check: CheckSubscription;
}

/** The ports that webhooks need. */
export interface HookPorts {
  readonly hooks: HookDirectory;
  readonly deliveries: Deliveries;
  readonly checkUrl: CheckHookUrl;
  readonly secretOf: SecretOf;
  /** The key that secrets are derived from. Absent: a wrong key is not noticed. */
  readonly hookKey?: HookKey | undefined;
  /** Called once an event is due. */
  readonly ringBell?: (() => void) | undefined;
}

/** How operators' changes are announced to webhooks. */
export interface Announcing {
  readonly knownHooks: KnownHooks;
  /** Called once the event is kept. */
  readonly ringBell: () => void;
}

/** Some of the ports, for one use case. */
export type Needs<P extends keyof (OperatorPorts & Announcing)> = Pick<OperatorPorts & Announcing, P>;
