import type { ServiceIdentifier } from 'inversify';
import type { Crm } from '../application/ports/outbound/crm.ts';
import type { IssuedKeys } from '../application/ports/outbound/issued-keys.ts';
import type { Sources } from '../application/ports/outbound/sources.ts';
import type {
  MissingRights,
  Rehearse,
  StoreHealth,
  StoreProblems,
  StoreTime,
} from '../application/ports/outbound/store.ts';
import type { Announcement, Deliveries } from '../operators/application/events/ports/deliveries.ts';
import type { HookDirectory } from '../operators/application/events/ports/hook-directory.ts';
import type { Subscriptions } from '../operators/application/events/ports/subscriptions.ts';
import type { AccessTokens } from '../operators/application/ports/outbound/access-tokens.ts';
import type { AuditLog } from '../operators/application/ports/outbound/audit-log.ts';
import type { Erasure } from '../operators/application/ports/outbound/erasure.ts';
import type { KeptContacts } from '../operators/application/ports/outbound/kept-contacts.ts';
import type { KeptLeads } from '../operators/application/ports/outbound/kept-leads.ts';
import type { Leases } from '../operators/application/ports/outbound/leases.ts';
import type { ManagedSources } from '../operators/application/ports/outbound/managed-sources.ts';
import type { People } from '../operators/application/ports/outbound/people.ts';
import type { Refusals } from '../operators/application/ports/outbound/refusals.ts';
import type { Remains } from '../operators/application/ports/outbound/remains.ts';
import type { ReportTally } from '../operators/application/ports/outbound/report-tally.ts';
import type { StoreUpgrade } from '../operators/application/ports/outbound/store-upgrade.ts';
import type { Tickets } from '../operators/application/ports/outbound/tickets.ts';
import type { ManagedVendors } from '../operators/application/ports/outbound/vendor-directory.ts';
import { token } from './token.ts';

/** The parts that a store may bind, by name. */
export const storeParts = {
  crm: token<Crm<readonly Announcement[]>>('crm'),
  /** The API keys that vendors' requests are checked against. */
  vendors: token<IssuedKeys>('vendors'),
  storeHealth: token<StoreHealth>('storeHealth'),
  /** The vendors' accounts, as operators manage them. */
  managedVendors: token<ManagedVendors>('managedVendors'),
  audit: token<AuditLog>('audit'),
  /** The people who take care of leads. */
  people: token<People>('people'),
  /** Leads, as operators find and change them. */
  leads: token<KeptLeads>('leads'),
  /** Contacts, as operators find and correct them. */
  contacts: token<KeptContacts>('contacts'),
  /** The values of leads that reports count. */
  report: token<ReportTally>('report'),
  /** The erasure of customers. */
  erasure: token<Erasure>('erasure'),
  /** Looks for bytes of erased customers in the store's files, and removes them. */
  remains: token<Remains>('remains'),
  hooks: token<HookDirectory>('hooks'),
  deliveries: token<Deliveries>('deliveries'),
  /** The sessions, links and sign-ins of the desk. */
  tickets: token<Tickets>('tickets'),
  /** The tokens of programs that use the operators’ JSON API. */
  accessTokens: token<AccessTokens>('accessTokens'),
  /** The devices on which people are told of leads. */
  subscriptions: token<Subscriptions>('subscriptions'),
  /** Vendors' refused requests. */
  refusals: token<Refusals>('refusals'),
  /** The sources of leads in other forms. */
  sources: token<Sources>('sources'),
  /** The same for operators, with the leads held for a person to read. */
  managedSources: token<ManagedSources>('managedSources'),
  /** Keep two runs of `leads retention` apart. */
  leases: token<Leases>('leases'),
  /** A clock of the store's own. */
  storeTime: token<StoreTime>('storeTime'),
  missingRights: token<MissingRights>('missingRights'),
  /** Shows, with a made-up lead, that leads can be kept. */
  rehearse: token<Rehearse>('rehearse'),
  storeProblems: token<StoreProblems>('storeProblems'),
  /** The upgrade of stored data by `leads upgrade`, from the release before. */
  storeUpgrade: token<StoreUpgrade>('storeUpgrade'),
} as const;

/** The name of a part and of its token. */
export type PartName = keyof typeof storeParts;

export const everyPart = Object.keys(storeParts) as readonly PartName[];

/** Every part that a store may bind, by the name of its token. */
export type EveryStorePart = {
  readonly [N in PartName]: (typeof storeParts)[N] extends ServiceIdentifier<infer Part> ? Part : never;
};

/** Parts that go together: a store has all of a group or none, but those of `serving` it must have. */
export const groups = {
  serving: ['crm', 'vendors', 'storeHealth'],
  accounts: ['managedVendors', 'audit'],
  webhooks: ['hooks', 'deliveries'],
  sources: ['sources', 'managedSources'],
} as const satisfies Readonly<Record<string, readonly PartName[]>>;

/** The names of the parts in a group. */
export type InGroup<G extends keyof typeof groups = keyof typeof groups> = (typeof groups)[G][number];

/** The parts that people need to work with leads, at the desk and on the command line. */
export const operating = [...groups.accounts, 'people', 'leads', 'contacts', 'report', 'erasure'] as const;
