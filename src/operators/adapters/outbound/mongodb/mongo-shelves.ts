import type { Shelves } from '#operators/application/ports/outbound/shelves.ts';
import type { MongoConnection } from '../../../../adapters/outbound/mongodb/connection/connection.ts';
import { heldFrom, heldOf, storedHeld } from '../../../../adapters/outbound/mongodb/stored-held.ts';
import { contactShelf } from './contacts/contact-shelf.ts';
import { accessTokens, people, subscriptions } from './desk/desk-collections.ts';
import { auditOf } from './desk/stored-audit-entry.ts';
import { dealFrom, dealsOf, storedWork } from './leads/stored-work.ts';
import { asItCameShelf } from './sources/as-it-came.ts';
import { sources } from './sources/mongo-managed-sources.ts';
import { collectionShelf } from './store/collection-shelf.ts';
import { recordShelf } from './store/records.ts';
import { vendors } from './vendors/mongo-vendors.ts';
import { refusalShelf } from './vendors/refusal-shelf.ts';
import { deliveryShelf } from './webhooks/delivery-shelf.ts';
import { hookKeys, hooks } from './webhooks/stored-hook.ts';

/** The records of the store for copying. Needs an operators' connection. */
export const mongoShelves = (connection: MongoConnection): Shelves => ({
  vendors: recordShelf(connection, vendors),
  people: recordShelf(connection, people),
  accessTokens: recordShelf(connection, accessTokens),
  subscriptions: recordShelf(connection, subscriptions),
  contacts: contactShelf(connection),
  // Announcements of a deal have become deliveries before.
  deals: collectionShelf(connection, { of: dealsOf, from: each(dealFrom), stored: storedWork }),
  hookKey: recordShelf(connection, hookKeys),
  hooks: recordShelf(connection, hooks),
  deliveries: deliveryShelf(connection),
  refusals: refusalShelf(connection),
  sources: recordShelf(connection, sources),
  held: collectionShelf(connection, { of: heldOf, from: each(heldFrom), stored: storedHeld }),
  asItCame: asItCameShelf(connection),
  audit: collectionShelf(connection, {
    of: auditOf,
    from: each(({ _id: id, ...entry }) => ({ id, ...entry })),
    stored: ({ id, ...entry }) => ({ _id: id, ...entry }),
  }),
});

const each =
  <S, T>(from: (document: S) => T) =>
  (documents: readonly S[]): T[] =>
    documents.map(from);
