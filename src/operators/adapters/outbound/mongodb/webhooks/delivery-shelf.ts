import type { Shelf, ShelvedDelivery } from '#operators/application/ports/outbound/shelves.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { collectionShelf } from '../store/collection-shelf.ts';
import { deliveriesOf, eventFrom, type StoredDelivery } from './stored-delivery.ts';

export const deliveryShelf = (connection: MongoConnection): Shelf<ShelvedDelivery> =>
  collectionShelf(connection, { of: deliveriesOf, from: (documents) => documents.map(from), stored });

function from({ _id, hookId, event, due, tries, triesBefore = 0, kept }: StoredDelivery): ShelvedDelivery {
  const known = eventFrom(event);
  if (!known) throw new StoreUnavailable('it has events of a later release: copy it with that one');
  return { id: _id, hookId, event: known, due, tries, triesBefore, kept };
}

const stored = ({ id, hookId, event, due, tries, triesBefore, kept }: ShelvedDelivery): StoredDelivery => {
  const tried = tries.at(-1)?.at;
  return {
    _id: id,
    hookId,
    event,
    tries,
    kept,
    ...(due && { due }),
    ...(tried && { tried }),
    ...(triesBefore > 0 && { triesBefore }),
  };
};
