import { ContainerModule } from 'inversify';
import {
  type ConnectionOptions,
  MongoConnection,
} from '../../adapters/outbound/mongodb/connection/connection.ts';
import { MongoContacts } from '../../operators/adapters/outbound/mongodb/contacts/mongo-contacts.ts';
import { MongoErasure } from '../../operators/adapters/outbound/mongodb/contacts/mongo-erasure.ts';
import {
  MongoAccessTokens,
  MongoLeases,
  MongoPeople,
  MongoSubscriptions,
  MongoTickets,
} from '../../operators/adapters/outbound/mongodb/desk/desk-collections.ts';
import { MongoAuditLog } from '../../operators/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { MongoLeads } from '../../operators/adapters/outbound/mongodb/leads/mongo-leads.ts';
import { MongoReport } from '../../operators/adapters/outbound/mongodb/leads/mongo-report.ts';
import { mongoShelves } from '../../operators/adapters/outbound/mongodb/mongo-shelves.ts';
import { MongoManagedSources } from '../../operators/adapters/outbound/mongodb/sources/mongo-managed-sources.ts';
import { rehearsalOn } from '../../operators/adapters/outbound/mongodb/store/rehearsal.ts';
import { missingRightsOf } from '../../operators/adapters/outbound/mongodb/store/rights.ts';
import { storeProblemsOf } from '../../operators/adapters/outbound/mongodb/store/store-problems.ts';
import { MongoUpgrade } from '../../operators/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import { MongoRefusals } from '../../operators/adapters/outbound/mongodb/vendors/mongo-refusals.ts';
import { MongoVendors } from '../../operators/adapters/outbound/mongodb/vendors/mongo-vendors.ts';
import { MongoDeliveries } from '../../operators/adapters/outbound/mongodb/webhooks/mongo-deliveries.ts';
import { MongoHooks } from '../../operators/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { bindParts, type Store } from '../store.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';
import { bindServing, serving, storeIn } from './mongodb-serving.ts';

/** The connection for people's work. */
const operating = token<MongoConnection>('connection for operators');

/**
 * Binds a store that keeps everything in a database. The connection is opened when it is first needed;
 * unbinding closes it.
 */
export const mongodbModule = (uri: string, client?: ConnectionOptions['client']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bindServing(bind, uri, client);
    bind(operating)
      .toDynamicValue(() => MongoConnection.forOperator(uri))
      .inSingletonScope()
      .onDeactivation((connection) => connection.close());
    bind(tokens.shelves).toDynamicValue(({ get }) => mongoShelves(get(operating)));
    bindParts(bind, {
      missingRights: ({ get }) => missingRightsOf(get(operating)),
      rehearse: ({ get }) => rehearsalOn(get(serving)),
      storeProblems: ({ get }) => storeProblemsOf(get(operating)),
      hooks: ({ get }) => new MongoHooks(get(serving), () => get(operating)),
      deliveries: ({ get }) => new MongoDeliveries(get(serving), get(operating)),
      leads: ({ get }) => new MongoLeads(get(operating)),
      contacts: ({ get }) => new MongoContacts(get(operating)),
      report: ({ get }) => new MongoReport(get(operating)),
      erasure: ({ get }) => new MongoErasure(get(operating)),
      managedVendors: ({ get }) => new MongoVendors(get(operating)),
      audit: ({ get }) => new MongoAuditLog(get(operating)),
      storeUpgrade: ({ get }) => new MongoUpgrade(get(operating)),
      tickets: ({ get }) => new MongoTickets(get(operating)),
      people: ({ get }) => new MongoPeople(get(operating)),
      accessTokens: ({ get }) => new MongoAccessTokens(get(operating)),
      subscriptions: ({ get }) => new MongoSubscriptions(get(operating)),
      leases: ({ get }) => new MongoLeases(get(operating)),
      refusals: ({ get }) => new MongoRefusals(get(serving), get(operating)),
      managedSources: ({ get }) => new MongoManagedSources(get(operating)),
    });
  });

export const mongodbStore = (uri: string, client?: ConnectionOptions['client']): Store =>
  storeIn(uri, mongodbModule(uri, client));
