import { type Bind, ContainerModule } from 'inversify';
import {
  type ConnectionOptions,
  MongoConnection,
} from '../../adapters/outbound/mongodb/connection/connection.ts';
import { isConnectionString } from '../../adapters/outbound/mongodb/connection/uri.ts';
import { MongoCrm } from '../../adapters/outbound/mongodb/mongo-crm.ts';
import { MongoKeys } from '../../adapters/outbound/mongodb/mongo-keys.ts';
import { MongoSources } from '../../adapters/outbound/mongodb/mongo-sources.ts';
import { keptOfDeal } from '../../operators/adapters/outbound/mongodb/leads/kept-of-deal.ts';
import { forLeads } from '../../operators/adapters/outbound/mongodb/store/indexes.ts';
import { MongoRefusals } from '../../operators/adapters/outbound/mongodb/vendors/mongo-refusals.ts';
import { MongoHooks } from '../../operators/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { InvalidConfig, whyNotAccepted } from '../read-config.ts';
import { bindParts, type Store } from '../store.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

type ClientOptions = ConnectionOptions['client'];

/** The connection that vendors' requests go through. */
export const serving = token<MongoConnection>('connection for requests');

/**
 * Binds the parts of the store that vendors' requests need. A new lead is kept with further fields for people
 * and webhooks.
 */
export function bindServing(bind: Bind, uri: string, client: ClientOptions): void {
  bind(serving)
    .toDynamicValue(({ get }) => {
      const batched = get(tokens.batched, { optional: true });
      const { warn } = get(tokens.journal);
      return accepted(uri, () => new MongoConnection(uri, { client, batched, warn, indexed: forLeads }));
    })
    .inSingletonScope()
    .onDeactivation((connection) => connection.close());
  bind(tokens.heldNews).toDynamicValue(({ get }) => ({
    async add(announced) {
      const { addDeliveries } = await import('../../operators/adapters/outbound/mongodb/webhooks/outbox.ts');
      await get(serving).use((db) => addDeliveries(db, announced));
    },
  }));
  bindParts(bind, {
    crm: ({ get }) => new MongoCrm(get(serving), keptOfDeal),
    vendors: ({ get }) => new MongoKeys(get(serving)),
    storeHealth: ({ get }) => get(serving).isReachable,
    sources: ({ get }) => new MongoSources(get(serving)),
    storeTime: ({ get }) => get(serving).time,
  });
}

/**
 * The store of a process in which nobody works with leads: beside vendors' parts, it binds hooks and refused
 * requests.
 */
export const mongodbForRequests = (uri: string, client?: ClientOptions): Store =>
  storeIn(
    uri,
    new ContainerModule(({ bind }) => {
      bindServing(bind, uri, client);
      bindParts(bind, {
        hooks: ({ get }) => new MongoHooks(get(serving)),
        refusals: ({ get }) => new MongoRefusals(get(serving)),
      });
    }),
  );

export const storeIn = (uri: string, module: ContainerModule): Store => ({
  get name() {
    return `MongoDB, database ${new MongoConnection(uri).database}`;
  },
  setting: 'MONGODB_URI',
  durable: true,
  module,
});

/** Opens a connection. Throws InvalidConfig in place of the driver's error, which quotes parts of the URI. */
function accepted<T>(uri: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const answer = isConnectionString(uri);
    throw answer === true ? error : new InvalidConfig(`MONGODB_URI ${whyNotAccepted(answer)}`);
  }
}
