import { makeLambdaHandler } from '../adapters/inbound/lambda/lambda-handler.ts';
import { MongoConnection } from '../adapters/outbound/mongodb/connection.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { inMemoryModule } from './modules/in-memory.ts';
import { mongodbModule } from './modules/mongodb.ts';
import { tokens } from './tokens.ts';

/**
 * One event at a time makes do with one connection. Idle for longer than this, it may have died while Lambda was
 * frozen.
 */
const client = { maxPoolSize: 1, maxIdleTimeMS: 60_000 };

let connection: MongoConnection | undefined;

/** Checks the URI by making the connection, not connected yet: a client only for the check would delay a cold start. */
function opens(uri: string): boolean {
  try {
    connection = new MongoConnection(uri, { client, warn });
    return true;
  } catch {
    return false;
  }
}

const config = await readConfig(process.env, opens);
const store = connection ? mongodbModule(connection) : inMemoryModule();
const container = await compose(config, { store, journal: new LineJournal(config.LOG_LEVEL) });

/** Not called before the connection is used. */
function warn(message: string): void {
  container.get(tokens.journal).warn(message);
}

if (!connection) {
  new LineJournal('warn').warn(
    'MONGODB_URI is not set: leads are kept in the memory of one instance and are LOST when it ends.',
  );
}
// Connects during init, so that no event waits for it. If the store is unreachable, each event's own response
// says so.
await container.get(tokens.storeHealth)();

export const handler = makeLambdaHandler(container.get(tokens.httpApi), {
  pathPrefix: config.LAMBDA_PATH_PREFIX,
});
