import { makeLambdaHandler } from '../adapters/inbound/lambda/lambda-handler.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { tokens } from './tokens.ts';

/** One event at a time needs one connection; if it was idle longer than this, it may have died in a frozen sandbox. */
const connections = { maxPoolSize: 1, maxIdleTimeMS: 60_000 };

const config = readConfig(process.env);
const journal = new LineJournal(config.LOG_LEVEL);
const container = await compose(config, { journal, connection: { client: connections } });

if (!config.MONGODB_URI) {
  journal.warn('MONGODB_URI is not set: leads are kept in the memory of one instance, and are LOST with it.');
}
// Connects during init, where time is not billed as an event's. An unreachable store is told by each event's own answer.
await container.get(tokens.storeHealth)();

export const handler = makeLambdaHandler(container.get(tokens.httpApi), {
  pathPrefix: config.LAMBDA_PATH_PREFIX,
});
