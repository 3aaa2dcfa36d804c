import { makeLambdaHandler } from '../adapters/inbound/lambda/lambda-handler.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { tokens } from './tokens.ts';

/**
 * One event at a time makes do with one connection. Idle for longer than this, it may have died while Lambda was
 * frozen.
 */
const connections = { maxPoolSize: 1, maxIdleTimeMS: 60_000 };

const config = await readConfig(process.env);
const journal = new LineJournal(config.LOG_LEVEL);
const container = await compose(config, { journal, connection: { client: connections } });

if (!config.MONGODB_URI) {
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
