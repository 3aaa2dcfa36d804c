import { ContainerModule } from 'inversify';
import {
  type ConnectionOptions,
  MongoConnection,
} from '../../adapters/outbound/mongodb/connection/connection.ts';
import { isConnectionString } from '../../adapters/outbound/mongodb/connection/uri.ts';
import { MongoContacts } from '../../adapters/outbound/mongodb/contacts/mongo-contacts.ts';
import { MongoErasure } from '../../adapters/outbound/mongodb/contacts/mongo-erasure.ts';
import { MongoAccessTokens } from '../../adapters/outbound/mongodb/desk/mongo-access-tokens.ts';
import { MongoAuditLog } from '../../adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { MongoLeases } from '../../adapters/outbound/mongodb/desk/mongo-leases.ts';
import { MongoPeople } from '../../adapters/outbound/mongodb/desk/mongo-people.ts';
import { MongoTickets } from '../../adapters/outbound/mongodb/desk/mongo-tickets.ts';
import { MongoCrm } from '../../adapters/outbound/mongodb/leads/mongo-crm.ts';
import { MongoLeads } from '../../adapters/outbound/mongodb/leads/mongo-leads.ts';
import { MongoReport } from '../../adapters/outbound/mongodb/leads/mongo-report.ts';
import { mongoShelves } from '../../adapters/outbound/mongodb/mongo-shelves.ts';
import { MongoUpgrade } from '../../adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import { MongoRefusals } from '../../adapters/outbound/mongodb/vendors/mongo-refusals.ts';
import { MongoVendors } from '../../adapters/outbound/mongodb/vendors/mongo-vendors.ts';
import { MongoDeliveries } from '../../adapters/outbound/mongodb/webhooks/mongo-deliveries.ts';
import { MongoHooks } from '../../adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { InvalidConfig, whyNotAccepted } from '../read-config.ts';
import type { Store } from '../store.ts';
import { bindParts } from '../store.ts';
import { token, tokens } from '../tokens.ts';

const serving = token<MongoConnection>('connection for requests');
const operating = token<MongoConnection>('connection for operators');

/** Keeps everything in a database. A connection is opened when it is first needed; unbinding closes it. */
export const mongodbModule = (uri: string, client?: ConnectionOptions['client']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(serving)
      .toDynamicValue(({ get }) => {
        const batched = get(tokens.batched, { optional: true });
        const { warn } = get(tokens.journal);
        return accepted(uri, () => new MongoConnection(uri, { client, batched, warn }));
      })
      .inSingletonScope()
      .onDeactivation((connection) => connection.close());
    bind(operating)
      .toDynamicValue(() => MongoConnection.forOperator(uri))
      .inSingletonScope()
      .onDeactivation((connection) => connection.close());
    bind(tokens.shelves).toDynamicValue(({ get }) => mongoShelves(get(operating)));
    bindParts(bind, {
      crm: ({ get }) => new MongoCrm(get(serving)),
      vendors: ({ get }) => new MongoVendors(get(serving)),
      storeHealth: ({ get }) => get(serving).isReachable,
      storeTime: ({ get }) => get(serving).time,
      missingRights: ({ get }) => get(operating).missingRights,
      storeProblems: ({ get }) => get(operating).problems,
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
      leases: ({ get }) => new MongoLeases(get(operating)),
      refusals: ({ get }) => new MongoRefusals(get(serving), get(operating)),
    });
  });

/** Throws InvalidConfig in place of the driver's error, which quotes parts of the URI. */
function accepted<T>(uri: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const answer = isConnectionString(uri);
    throw answer === true ? error : new InvalidConfig(`MONGODB_URI ${whyNotAccepted(answer)}`);
  }
}

export const mongodbStore = (uri: string, client?: ConnectionOptions['client']): Store => ({
  get name() {
    return `MongoDB, database ${new MongoConnection(uri).database}`;
  },
  setting: 'MONGODB_URI',
  durable: true,
  module: mongodbModule(uri, client),
});
