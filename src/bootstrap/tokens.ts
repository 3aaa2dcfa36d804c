import type { HttpApi } from '../adapters/inbound/http/http-api.ts';
import type { SourceIntake } from '../application/ports/inbound/source.ts';
import type { AuthenticateVendor, GetLeadStatus, SubmitLead } from '../application/ports/inbound/vendor.ts';
import type { AnnounceLead } from '../application/ports/outbound/announce-lead.ts';
import type { ApiKeyDirectory } from '../application/ports/outbound/api-key-directory.ts';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { Clock, Digest, NewLeadId, RandomBytes } from '../application/ports/outbound/runtime.ts';
import type { AnnounceHeld } from '../application/ports/outbound/sources.ts';
import type { StoreRoom } from '../application/ports/outbound/store.ts';
import type { Readiness } from '../application/readiness.ts';
import type { BackUpStore } from '../operators/application/back-up-store.ts';
import type { AnnounceStatus } from '../operators/application/events/announce-alone.ts';
import type { Bell } from '../operators/application/events/bell.ts';
import type { Callers } from '../operators/application/events/callers.ts';
import type { DeliverEventsPorts, EventDelivery } from '../operators/application/events/deliver-events.ts';
import type { KnownHooks } from '../operators/application/events/known-hooks.ts';
import type { Announcement, Deliveries } from '../operators/application/events/ports/deliveries.ts';
import type { OperatorUseCases } from '../operators/application/operator.ts';
import type { HookPorts } from '../operators/application/operator-ports.ts';
import type { DeskAccess } from '../operators/application/ports/inbound/desk-use-cases.ts';
import type { RunRetention } from '../operators/application/ports/inbound/retention-use-cases.ts';
import type { AuthenticateProgram } from '../operators/application/ports/inbound/token-use-cases.ts';
import type { IdentityProvider } from '../operators/application/ports/outbound/identity-provider.ts';
import type { Shelves } from '../operators/application/ports/outbound/shelves.ts';
import type { BackupInto, StoreBackup } from '../operators/application/ports/outbound/store-backup.ts';
import type { UpgradeStore } from '../operators/application/upgrade-store.ts';
import type { Config } from './config.ts';
import { storeParts } from './store-parts.ts';
import { token } from './token.ts';

/** Clock, digests, random bits and new ids. */
interface Runtime {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly randomBytes: RandomBytes;
  readonly newLeadId: NewLeadId;
  readonly newRequestId: () => string;
}

/** The identifiers of everything that is bound. A store of your own binds what `storeModule` takes. */
export const tokens = {
  config: token<Config>('config'),
  runtime: token<Runtime>('runtime'),
  journal: token<Journal>('journal'),
  staticKeys: token<ApiKeyDirectory>('staticKeys'),
  takeQuota: token<TakeQuota | undefined>('takeQuota'),
  /**
   * Optional. Called after each round trip of MongoDB's adapter with its kind and the number of callers that
   * shared it.
   */
  batched: token<(batch: string, size: number) => void>('batched'),

  ...storeParts,
  /** Bound by the file and MongoDB: `leads copy` reads and writes it. */
  shelves: token<Shelves>('shelves'),
  /** Bound by the file: `leads backup` runs it. */
  storeBackup: token<StoreBackup>('storeBackup'),
  /** Bound beside it: `leads backup --into` runs it. */
  backupInto: token<BackupInto>('backupInto'),
  /** Bound by the file: how much room its disk has left. */
  storeRoom: token<StoreRoom>('storeRoom'),

  /** Tells operators that a lead is held. */
  announceHeld: token<AnnounceHeld>('announceHeld'),
  /** Keeps the events of held leads, if the store binds no `deliveries`. */
  heldNews: token<Pick<Deliveries, 'add'>>('heldNews'),
  /** Optional. The provider by which people sign in to the desk. */
  identityProvider: token<IdentityProvider>('identityProvider'),
  deskAccess: token<DeskAccess>('deskAccess'),
  authenticateProgram: token<AuthenticateProgram>('authenticateProgram'),

  /** Optional. Decides who hears of a new lead. */
  announce: token<AnnounceLead<readonly Announcement[]>>('announce'),
  /** The hooks that events go to; none if the store keeps no webhooks. */
  knownHooks: token<KnownHooks>('knownHooks'),
  /** Tells webhooks of a status that another system has set. Tells nobody if the store keeps no webhooks. */
  announceStatus: token<AnnounceStatus>('announceStatus'),
  /** The ports that operators need for webhooks; `undefined` if the store keeps none. */
  webhooks: token<HookPorts | undefined>('webhooks'),
  eventDelivery: token<EventDelivery>('eventDelivery'),
  /** Wakes this process's deliverer. */
  bell: token<Bell>('bell'),
  callers: token<Callers>('callers'),
  /** Optional. Called with the milliseconds by which this machine's clock is ahead of the store's. */
  skewMeasured: token<(skew: number) => void>('skewMeasured'),
  /** Optional. Called with the outcome of each try. */
  delivered: token<DeliverEventsPorts['delivered']>('delivered'),

  /** Whether this process is ready for leads. */
  readiness: token<Readiness>('readiness'),
  submitLead: token<SubmitLead>('submitLead'),
  /** The driving ports for sources; `undefined` with a store that keeps none. */
  sourceIntake: token<SourceIntake | undefined>('sourceIntake'),
  getLeadStatus: token<GetLeadStatus>('getLeadStatus'),
  authenticateVendor: token<AuthenticateVendor>('authenticateVendor'),
  httpApi: token<HttpApi>('httpApi'),
  operator: token<OperatorUseCases>('operator'),
  /** `undefined` if the store has nothing to upgrade. */
  upgradeStore: token<UpgradeStore | undefined>('upgradeStore'),
  /** `undefined` if the store is no file. */
  backUpStore: token<BackUpStore | undefined>('backUpStore'),
  /** `undefined` if the store keeps no leases. */
  runRetention: token<RunRetention | undefined>('runRetention'),
};
