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

/** The parts that a store binds, in groups. A store has all parts of a group, or none. */
export const storeParts = {
  serving: {
    crm: token<Crm<readonly Announcement[]>>('crm'),
    /** The API keys that vendors' requests are checked against. */
    vendors: token<IssuedKeys>('vendors'),
    storeHealth: token<StoreHealth>('storeHealth'),
  },
  accounts: {
    /** The vendors' accounts, as operators manage them. */
    managedVendors: token<ManagedVendors>('managedVendors'),
    audit: token<AuditLog>('audit'),
  },
  /** The people who take care of leads. */
  people: { people: token<People>('people') },
  /** Leads, as operators find and change them. */
  leads: { leads: token<KeptLeads>('leads') },
  /** Contacts, as operators find and correct them. */
  contacts: { contacts: token<KeptContacts>('contacts') },
  /** The values of leads that reports count. */
  report: { report: token<ReportTally>('report') },
  /** The erasure of customers. */
  erasure: { erasure: token<Erasure>('erasure') },
  /** Looks for bytes of erased customers in the store's files, and removes them. */
  remains: { remains: token<Remains>('remains') },
  webhooks: { hooks: token<HookDirectory>('hooks'), deliveries: token<Deliveries>('deliveries') },
  /** The sessions, links and sign-ins of the desk. */
  desk: { tickets: token<Tickets>('tickets') },
  /** The tokens of programs that use the operators’ JSON API. */
  programs: { accessTokens: token<AccessTokens>('accessTokens') },
  /** The devices on which people are told of leads. */
  devices: { subscriptions: token<Subscriptions>('subscriptions') },
  /** Vendors' refused requests. */
  refusals: { refusals: token<Refusals>('refusals') },
  /** The sources of leads in other forms; and, for operators, the leads held for a person to read. */
  sources: { sources: token<Sources>('sources'), managedSources: token<ManagedSources>('managedSources') },
  /** Leases, which keep two runs of `leads retention` apart. */
  retention: { leases: token<Leases>('leases') },
  /** A clock of the store's own. */
  clock: { storeTime: token<StoreTime>('storeTime') },
  rights: { missingRights: token<MissingRights>('missingRights') },
  rehearsal: {
    /** Shows, with a made-up lead, that leads can be kept. */
    rehearse: token<Rehearse>('rehearse'),
  },
  problems: { storeProblems: token<StoreProblems>('storeProblems') },
  /** The upgrade of stored data by `leads upgrade`, from the release before. */
  upgrade: { storeUpgrade: token<StoreUpgrade>('storeUpgrade') },
} as const;

export type StoreGroup = keyof typeof storeParts;

type NamesOf<G extends StoreGroup> = G extends StoreGroup ? keyof (typeof storeParts)[G] : never;

/** The name of a part and of its token. */
export type PartName = NamesOf<StoreGroup>;

type Tokens = { readonly [G in StoreGroup]: (typeof storeParts)[G] }[StoreGroup];
type TokenOf<N> = Tokens extends infer T
  ? T extends { readonly [K in N & string]: infer I }
    ? I
    : never
  : never;

/** Every part that a store may bind, by the name of its token. */
export type EveryStorePart = {
  readonly [N in PartName]: TokenOf<N> extends ServiceIdentifier<infer Part> ? Part : never;
};

/** The parts of a group. */
export type Group<G extends StoreGroup> = {
  readonly [N in NamesOf<G>]: N extends PartName ? EveryStorePart[N] : never;
};

/** The names of all parts in these groups. */
export const partsOf = <G extends StoreGroup>(...groups: readonly G[]): readonly NamesOf<G>[] =>
  groups.flatMap((group) => Object.keys(storeParts[group]) as NamesOf<G>[]);

/** The names of all parts. */
export const everyPart: readonly PartName[] = partsOf(...(Object.keys(storeParts) as StoreGroup[]));

/** The parts that people need to work with leads, at the desk and on the command line. */
export const operating = partsOf('accounts', 'people', 'leads', 'contacts', 'report', 'erasure');
