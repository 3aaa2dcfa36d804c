import type { MongoClientOptions } from 'mongodb';
import { operatorTimeouts, timeouts } from './timeouts.ts';

/** These options take precedence over those in the URI. */
export const clientOptions: MongoClientOptions = {
  appName: 'partner-lead-service',
  readPreference: 'primary',
  // Acknowledged writes survive a failover, and reads return nothing that a failover could undo.
  // (Set one by one: `journal=false` or `readConcernLevel=local` in the URI would override an object of concerns.)
  w: 'majority',
  journal: true,
  wtimeoutMS: timeouts.command,
  readConcernLevel: 'majority',
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: timeouts.connect,
  connectTimeoutMS: timeouts.connect,
  waitQueueTimeoutMS: timeouts.connect,
  socketTimeoutMS: timeouts.answer,
  // A primary that went silent is noticed this much after `connectTimeoutMS`, and on Lambda, where the driver does
  // not have itself told of changes, a new primary within it. By default it would be 10 s.
  heartbeatFrequencyMS: 1_000,
  maxPoolSize: 20, // shared by all batches: more would only queue inside the server
  minPoolSize: 0, // the driver refuses to connect if the URI sets this above the maximum
};

/** What the operator's adapters need instead: time for what goes through every lead. */
export const operatorClient: MongoClientOptions = {
  wtimeoutMS: operatorTimeouts.command,
  socketTimeoutMS: operatorTimeouts.answer,
};
