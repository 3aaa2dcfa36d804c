import type { CommandStartedEvent, Document } from 'mongodb';
import type { MongoConnection } from '../../src/adapters/outbound/mongodb/connection/connection.ts';

/** The commands of these names that the connection, made with `monitorCommands`, sends from now on. */
export function sentCommands({ client }: MongoConnection, names: readonly string[]): Document[] {
  const sent: Document[] = [];
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (names.includes(commandName)) sent.push(command);
  });
  return sent;
}

/** What the server is told about each read: its collection, the limit of its time, and how durable the data must be. */
export const readsOf = (sent: readonly Document[]) =>
  sent.flatMap(({ find, aggregate, distinct, maxTimeMS, readConcern }) => {
    const collection = find ?? aggregate ?? distinct;
    return collection ? [[collection, maxTimeMS, readConcern?.level]] : [];
  });
