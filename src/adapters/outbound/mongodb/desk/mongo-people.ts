import type { People } from '../../../../application/operators/ports/outbound/people.ts';
import type { Person } from '../../../../domain/work/person.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { operatorRead, operatorWrite } from '../connection/write-each.ts';
import { peopleOf, personFrom, storedPerson } from './stored-person.ts';

/** Who works with leads, in a collection. */
export class MongoPeople implements People {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async keep(person: Person): Promise<void> {
    const { _id, ...rest } = storedPerson(person);
    await this.#connection.use((db) =>
      peopleOf(db).replaceOne({ _id: { $eq: _id } }, rest, { ...operatorWrite, upsert: true }),
    );
  }

  add(person: Person): Promise<boolean> {
    const { _id, ...rest } = storedPerson(person);
    return this.#connection.use(async (db) => {
      const { upsertedCount } = await peopleOf(db).updateOne(
        { _id: { $eq: _id } },
        { $setOnInsert: rest },
        { ...operatorWrite, upsert: true },
      );
      return upsertedCount > 0;
    });
  }

  all(): Promise<readonly Person[]> {
    return this.#connection.use(async (db) =>
      (await peopleOf(db).find({}, operatorRead).toArray()).map(personFrom),
    );
  }
}
