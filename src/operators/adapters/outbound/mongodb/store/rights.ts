import type { Db } from 'mongodb';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { MissingRights, StoreRole } from '../../../../../application/ports/outbound/store.ts';

/** An action on a collection that a right allows. */
type Action = 'find' | 'insert' | 'update' | 'remove' | 'createIndex' | 'listIndexes' | 'dropIndex';

interface Rights {
  readonly about: string;
  /** Actions by the collection's name. */
  readonly on: Readonly<Record<string, readonly Action[]>>;
}

const keep = (...more: Action[]): Action[] => ['find', 'createIndex', 'listIndexes', ...more];

/**
 * The rights that each program needs in the database, and no more. `deploy/server/users.js` is generated from
 * these.
 */
export const rights: Readonly<Record<StoreRole, Rights>> = {
  api: {
    about: 'Takes leads and tells their status. It reads keys, and no entry of the audit log.',
    on: {
      contacts: keep('insert', 'update'),
      deals: keep('insert', 'update'),
      vendors: keep('update'),
      refusals: keep('insert', 'update'),
      sources: ['find', 'update'],
      held: keep('insert'),
      hooks: ['find'],
      deliveries: ['find', 'insert', 'update'], // to announce held leads
    },
  },
  deliverer: {
    about:
      'Delivers to webhooks, and says whose a lead is. It reads no contact, no key and no entry of the audit log.',
    on: {
      contacts: ['createIndex', 'listIndexes'],
      deals: keep('update'),
      hooks: keep('update'),
      people: ['find'],
      subscriptions: ['find', 'remove'],
      hookKeys: keep('insert', 'update'),
      deliveries: keep('insert', 'update', 'remove'),
    },
  },
  desk: {
    about: 'The desk and the command line. They delete no lead, no contact and no entry of the audit log.',
    on: {
      deals: keep('insert', 'update', 'dropIndex'), // leads that people type in, or make of what was held
      contacts: keep('insert', 'update', 'dropIndex'),
      vendors: keep('insert', 'update'),
      audit: keep('insert', 'update', 'dropIndex'),
      hooks: keep('insert', 'update', 'remove'),
      deliveries: keep('insert', 'update', 'remove'),
      hookKeys: keep('insert'),
      tickets: keep('insert', 'remove'),
      people: keep('insert', 'update'),
      leases: ['find', 'insert', 'update', 'remove'],
      accessTokens: ['find', 'insert', 'update'],
      subscriptions: ['find', 'insert', 'update', 'remove'],
      refusals: keep('update'),
      sources: ['find', 'insert', 'update', 'remove'],
      held: keep('insert', 'remove'),
    },
  },
};

/** Makes the port: resolves to the rights that the connection's user lacks. */
export const missingRightsOf =
  (connection: MongoConnection): MissingRights =>
  (roles) =>
    connection.use((db) => missingIn(db, roles));

/** A privilege in the form of the server's answer. */
interface Privilege {
  readonly resource: { readonly anyResource?: boolean; readonly db?: string; readonly collection?: string };
  readonly actions: readonly string[];
}

/**
 * Resolves to the rights that the connection's user lacks for these programs, such as `update, remove on
 * deliveries`. Empty if the server authenticates nobody.
 */
async function missingIn(db: Db, roles: readonly StoreRole[]): Promise<readonly string[]> {
  const { authInfo } = await db.command({ connectionStatus: 1, showPrivileges: true });
  if (authInfo.authenticatedUsers.length === 0) return [];
  const privileges: readonly Privilege[] = authInfo.authenticatedUserPrivileges;

  const may = (action: Action, collection: string): boolean =>
    privileges.some(
      ({ resource, actions }) =>
        actions.includes(action) &&
        (resource.anyResource ||
          (covers(resource.db, db.databaseName) && covers(resource.collection, collection))),
    );

  const needed = Map.groupBy(
    roles.flatMap((role) => Object.entries(rights[role].on)),
    ([collection]) => collection,
  );
  return [...needed].flatMap(([collection, entries]) => {
    const actions = new Set(entries.flatMap(([, each]) => each));
    const missing = [...actions].filter((action) => !may(action, collection));
    return missing.length > 0 ? [`${missing.join(', ')} on ${collection}`] : [];
  });
}

/** Whether a privilege is for what has this name: an empty text is for all. */
const covers = (granted: string | undefined, name: string): boolean => granted === '' || granted === name;
