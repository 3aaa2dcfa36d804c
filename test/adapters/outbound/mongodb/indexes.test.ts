import { expect, it } from 'vitest';
import { MongoConnection } from '../../../../src/adapters/outbound/mongodb/connection.ts';
import { operatorTimeouts, timeouts } from '../../../../src/adapters/outbound/mongodb/timeouts.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';
import { sentCommands } from '../../../support/sent-commands.ts';

const client = { monitorCommands: true };

it.skipIf(noMongodb).each([
  ['a server', (uri: string) => new MongoConnection(uri, { client }), timeouts.command],
  ['an operator', (uri: string) => MongoConnection.forOperator(uri, { client }), operatorTimeouts.command],
])(
  '%s waits for a majority and its journal to have the indexes, but not for ever',
  async (_who, open, wtimeout) => {
    const connection = open(freshDatabase());
    try {
      const sent = sentCommands(connection, ['createIndexes']);
      await connection.ensureIndexes('vendors', 'deals');
      const asked = { commitQuorum: 'majority', writeConcern: { w: 'majority', j: true, wtimeout } };
      expect(sent.slice(-2)).toMatchObject([
        { createIndexes: 'vendors', ...asked },
        { createIndexes: 'deals', ...asked },
      ]);
    } finally {
      await connection.use((db) => db.dropDatabase());
      await connection.close();
    }
  },
);
