import type { MongoClientOptions } from 'mongodb';
import { operatorTimeouts, timeouts } from './timeouts.ts';

/** The driver's options. They take precedence over those in the URI. */
export const clientOptions: MongoClientOptions = {
  appName: 'partner-lead-service',
  readPreference: 'primary',
  // Acknowledged writes survive a failover, and reads return nothing that a failover could undo.
  // (Set one by one: a concern in the URI would override an object of concerns.)
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
  // How often the driver asks each server for its state (default 10 s). This limits how long a silent primary
  // stays unnoticed after `connectTimeoutMS`, and on Lambda, where servers do not push changes, a new primary.
  heartbeatFrequencyMS: 1_000,
  maxPoolSize: 20, // requests share batches: more connections would only queue inside the server
  minPoolSize: 0, // the driver refuses to connect if the URI sets this above the maximum
};

/** Options for operators' adapters, which need more time: their commands may go through every lead. */
export const operatorClient: MongoClientOptions = {
  wtimeoutMS: operatorTimeouts.command,
  socketTimeoutMS: operatorTimeouts.answer,
};
