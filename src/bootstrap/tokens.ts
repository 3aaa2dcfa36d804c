import type { ServiceIdentifier } from 'inversify';
import type { HttpApi } from '../adapters/inbound/http/http-api.ts';
import type { AnnounceStatus } from '../application/events/announce-status.ts';
import type { Bell } from '../application/events/bell.ts';
import type { Callers } from '../application/events/callers.ts';
import type { DeliverEventsPorts, EventDelivery } from '../application/events/deliver-events.ts';
import type { KnownHooks } from '../application/events/known-hooks.ts';
import type { Announcement, Deliveries } from '../application/events/ports/deliveries.ts';
import type { HookDirectory } from '../application/events/ports/hook-directory.ts';
import type { SourceIntake } from '../application/intake/ports/inbound/source.ts';
import type {
  AuthenticateVendor,
  GetLeadStatus,
  SubmitLead,
} from '../application/intake/ports/inbound/vendor.ts';
import type { ApiKeyDirectory } from '../application/intake/ports/outbound/api-key-directory.ts';
import type { Crm } from '../application/intake/ports/outbound/crm.ts';
import type { Journal } from '../application/intake/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/intake/ports/outbound/quota.ts';
import type { Clock, Digest, NewLeadId, RandomBytes } from '../application/intake/ports/outbound/runtime.ts';
import type { Sources } from '../application/intake/ports/outbound/sources.ts';
import type {
  MissingRights,
  StoreHealth,
  StoreProblems,
  StoreTime,
} from '../application/intake/ports/outbound/store.ts';
import type { OperatorUseCases } from '../application/operators/operator.ts';
import type { HookPorts } from '../application/operators/operator-ports.ts';
import type { DeskAccess } from '../application/operators/ports/inbound/desk-use-cases.ts';
import type { RunRetention } from '../application/operators/ports/inbound/retention-use-cases.ts';
import type { AuthenticateProgram } from '../application/operators/ports/inbound/token-use-cases.ts';
import type { AccessTokens } from '../application/operators/ports/outbound/access-tokens.ts';
import type { AuditLog } from '../application/operators/ports/outbound/audit-log.ts';
import type { Erasure } from '../application/operators/ports/outbound/erasure.ts';
import type { IdentityProvider } from '../application/operators/ports/outbound/identity-provider.ts';
import type { KeptContacts } from '../application/operators/ports/outbound/kept-contacts.ts';
import type { KeptLeads } from '../application/operators/ports/outbound/kept-leads.ts';
import type { Leases } from '../application/operators/ports/outbound/leases.ts';
import type { ManagedSources } from '../application/operators/ports/outbound/managed-sources.ts';
import type { People } from '../application/operators/ports/outbound/people.ts';
import type { Refusals } from '../application/operators/ports/outbound/refusals.ts';
import type { ReportTally } from '../application/operators/ports/outbound/report-tally.ts';
import type { Shelves } from '../application/operators/ports/outbound/shelves.ts';
import type { StoreBackup } from '../application/operators/ports/outbound/store-backup.ts';
import type { StoreUpgrade } from '../application/operators/ports/outbound/store-upgrade.ts';
import type { Tickets } from '../application/operators/ports/outbound/tickets.ts';
import type { IssuedKeys, ManagedVendors } from '../application/operators/ports/outbound/vendor-directory.ts';
import type { UpgradeStore } from '../application/operators/upgrade-store.ts';
import type { Config } from './config.ts';

/** An identifier that carries the type of what is bound to it: a wrong type does not compile. */
export const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** Time, digests, random bits and new ids. */
interface Runtime {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly randomBytes: RandomBytes;
  readonly newLeadId: NewLeadId;
  readonly newRequestId: () => string;
}

/** What the parts of the service are bound to. A store of your own binds what `storeModule` takes. */
export const tokens = {
  config: token<Config>('config'),
  runtime: token<Runtime>('runtime'),
  journal: token<Journal>('journal'),
  staticKeys: token<ApiKeyDirectory>('staticKeys'),
  takeQuota: token<TakeQuota | undefined>('takeQuota'),
  /** Optional. Called with the kind of each round trip of MongoDB's adapter, and how many callers shared it. */
  batched: token<(batch: string, size: number) => void>('batched'),

  /** The store binds it. */
  crm: token<Crm<readonly Announcement[]>>('crm'),
  /** The store binds it: the keys that vendors' requests come with. */
  vendors: token<IssuedKeys>('vendors'),
  /** The store binds it. */
  storeHealth: token<StoreHealth>('storeHealth'),
  /** The store binds it for operators: leads, as they find and change them. */
  leads: token<KeptLeads>('leads'),
  /** The store binds it for operators: contacts, as they find and mend them. */
  contacts: token<KeptContacts>('contacts'),
  /** The store binds it for operators: what reports count. */
  report: token<ReportTally>('report'),
  /** The store binds it for operators: how customers are erased. */
  erasure: token<Erasure>('erasure'),
  /** The store binds it for operators: the vendors' accounts. */
  managedVendors: token<ManagedVendors>('managedVendors'),
  /** The store binds it for operators. */
  audit: token<AuditLog>('audit'),
  /** The store binds it for operators: who takes care of leads, and who did what. */
  people: token<People>('people'),

  /** The store binds it if it keeps webhooks. */
  hooks: token<HookDirectory>('hooks'),
  /** The store binds it if it keeps webhooks. */
  deliveries: token<Deliveries>('deliveries'),

  /** The store binds it if it keeps what earlier releases stored: what `leads upgrade` does. */
  storeUpgrade: token<StoreUpgrade>('storeUpgrade'),

  /** The file and MongoDB bind it: what `leads copy` reads and writes. */
  shelves: token<Shelves>('shelves'),
  /** The file binds it: what `leads backup` does. */
  storeBackup: token<StoreBackup>('storeBackup'),

  /** The store binds it if it can keep who is signed in at the desk. */
  tickets: token<Tickets>('tickets'),
  /** The store binds it if it keeps the tokens of programs that use the operators’ JSON API. */
  accessTokens: token<AccessTokens>('accessTokens'),
  /** The store binds it if it keeps what vendors were refused. */
  refusals: token<Refusals>('refusals'),
  /** The store binds it if it keeps sources: whence leads come in other forms, and what of theirs waits for people. */
  sources: token<Sources>('sources'),
  /** The store binds it for operators, if it keeps sources. */
  managedSources: token<ManagedSources>('managedSources'),
  /** The store binds it if it can keep that there is one run of `leads retention` at a time. */
  leases: token<Leases>('leases'),
  /** Optional. Where people sign in to the desk. */
  identityProvider: token<IdentityProvider>('identityProvider'),
  deskAccess: token<DeskAccess>('deskAccess'),
  authenticateProgram: token<AuthenticateProgram>('authenticateProgram'),

  /** Who is told of an event; nobody with a store that keeps no webhooks. */
  knownHooks: token<KnownHooks>('knownHooks'),
  /** Tells webhooks of a status that another system has set; nobody with a store that keeps none. */
  announceStatus: token<AnnounceStatus>('announceStatus'),
  /** What operators need for webhooks; `undefined` with a store that keeps none. */
  webhooks: token<HookPorts | undefined>('webhooks'),
  eventDelivery: token<EventDelivery>('eventDelivery'),
  /** Wakes this process's deliverer. */
  bell: token<Bell>('bell'),
  callers: token<Callers>('callers'),
  /** The store binds it if it has a clock of its own. */
  storeTime: token<StoreTime>('storeTime'),
  missingRights: token<MissingRights>('missingRights'),
  storeProblems: token<StoreProblems>('storeProblems'),
  /** Optional. Called with the milliseconds by which this machine's clock is ahead of the store's. */
  skewMeasured: token<(skew: number) => void>('skewMeasured'),
  /** Optional. Called with the outcome of each try. */
  delivered: token<DeliverEventsPorts['delivered']>('delivered'),

  submitLead: token<SubmitLead>('submitLead'),
  /** `undefined` with a store that keeps no sources. */
  sourceIntake: token<SourceIntake | undefined>('sourceIntake'),
  getLeadStatus: token<GetLeadStatus>('getLeadStatus'),
  authenticateVendor: token<AuthenticateVendor>('authenticateVendor'),
  httpApi: token<HttpApi>('httpApi'),
  operator: token<OperatorUseCases>('operator'),
  /** `undefined` with a store that has nothing to upgrade. */
  upgradeStore: token<UpgradeStore | undefined>('upgradeStore'),
  /** `undefined` with a store that keeps no leases. */
  runRetention: token<RunRetention | undefined>('runRetention'),
};
