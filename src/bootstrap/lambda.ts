import { makeLambdaHandler } from '../adapters/inbound/lambda/lambda-handler.ts';
import { MongoConnection } from '../adapters/outbound/mongodb/connection.ts';
import { isConnectionString } from '../adapters/outbound/mongodb/uri.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { inMemoryModule } from './modules/in-memory.ts';
import { mongodbModule } from './modules/mongodb.ts';
import { tokens } from './tokens.ts';

/** An instance handles one event at a time. A connection idle for a minute may have died while Lambda was frozen. */
const client = { maxPoolSize: 1, maxIdleTimeMS: 60_000 };

const config = await readConfig(process.env, isConnectionString);
const journal = new LineJournal(config.LOG_LEVEL);
// Not `storeModule`, which imports MongoDB's adapter lazily: in a bundle, that makes a cold start 4 % slower.
const store = config.MONGODB_URI
  ? mongodbModule(new MongoConnection(config.MONGODB_URI, { client, warn: journal.warn }))
  : inMemoryModule();
const container = await compose(config, { store, journal });

if (!config.MONGODB_URI) {
  // At every log level.
  new LineJournal('warn').warn(
    'MONGODB_URI is not set: leads are kept in the memory of one instance and are LOST when it ends.',
  );
}
// Connects during init. If the store cannot be reached, the function starts all the same: each event gets a 503.
await container.get(tokens.storeHealth)();

export const handler = makeLambdaHandler(container.get(tokens.httpApi), {
  pathPrefix: config.LAMBDA_PATH_PREFIX,
});
