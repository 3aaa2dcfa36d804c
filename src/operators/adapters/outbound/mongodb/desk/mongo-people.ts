import type { Collection, Db } from 'mongodb';
import type { People } from '#operators/application/ports/outbound/people.ts';
import type { Person } from '#operators/domain/work/person.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';

/** A person as the database has them, under their id. */
interface StoredPerson extends Omit<Person, 'id'> {
  readonly _id: string;
}

export const peopleOf = (db: Db): Collection<StoredPerson> => db.collection<StoredPerson>('people');

export const storedPerson = ({ id, ...person }: Person): StoredPerson => ({ _id: id, ...person });

export const personFrom = ({ _id, ...person }: StoredPerson): Person => ({ id: _id, ...person });

/** People in a collection. */
export class MongoPeople implements People {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async keep({ id, ...person }: Person): Promise<void> {
    await this.#connection.use((db) =>
      peopleOf(db).replaceOne({ _id: { $eq: id } }, person, { ...operatorWrite, upsert: true }),
    );
  }

  add({ id, ...person }: Person): Promise<boolean> {
    return this.#connection.use(async (db) => {
      const { upsertedCount } = await peopleOf(db).updateOne(
        { _id: { $eq: id } },
        { $setOnInsert: person },
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
