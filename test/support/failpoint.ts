import { randomBytes } from 'node:crypto';
import type { MongoClientOptions } from 'mongodb';
import type { MongoConnection } from '../../src/adapters/outbound/mongodb/connection/connection.ts';

/** What the server does to the next commands of these names; see MongoDB's `failCommand`. */
export interface Fault {
  readonly on: readonly string[];
  readonly times: number;
  readonly data: {
    errorCode?: number;
    errorExtraInfo?: object;
    closeConnection?: true;
    writeConcernError?: object;
    blockTimeMS?: number;
    /** Only commands on this collection: `database.collection`. */
    namespace?: string;
  };
}

/** A client that can be told apart, so that a fault affects no other client of the same server. */
export const tellable = (): MongoClientOptions => ({ appName: `test-${randomBytes(6).toString('hex')}` });

/**
 * From now on, `fault` affects this connection, which must have been made `tellable`.
 * A server has one failpoint of this kind, and while it blocks a command, setting it has to wait: two test files must
 * not use it on the same server.
 */
export async function breakNext({ client }: MongoConnection, { on, times, data }: Fault): Promise<void> {
  const { blockTimeMS } = data;
  await client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times },
    data: {
      failCommands: on,
      appName: client.options.appName,
      ...data,
      ...(blockTimeMS && { blockConnection: true }),
    },
  });
}
