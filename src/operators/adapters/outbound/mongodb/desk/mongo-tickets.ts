import type { Collection, Db } from 'mongodb';
import type { Ticket, Tickets } from '#operators/application/ports/outbound/tickets.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { indexed } from '../store/indexes.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';

/** A ticket as the database has it, under its digest. An index removes it after it has expired. */
interface StoredTicket extends Omit<Ticket, 'digest'> {
  readonly _id: string;
}

const ticketsOf = (db: Db): Collection<StoredTicket> => db.collection<StoredTicket>('tickets');

const ticketFrom = ({ _id, ...ticket }: StoredTicket): Ticket => ({ digest: _id, ...ticket });

/** Tickets in a collection. */
export class MongoTickets implements Tickets {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async keep({ digest, ...ticket }: Ticket): Promise<void> {
    await this.#connection.ensureIndexes(indexed.tickets);
    await this.#connection.use((db) => ticketsOf(db).insertOne({ _id: digest, ...ticket }, operatorWrite));
  }

  find(digest: string): Promise<Ticket | undefined> {
    return this.#connection.use(async (db) => {
      const stored = await ticketsOf(db).findOne({ _id: { $eq: digest } }, operatorRead);
      return stored ? ticketFrom(stored) : undefined;
    });
  }

  take(digest: string): Promise<Ticket | undefined> {
    return this.#connection.use(async (db) => {
      const stored = await ticketsOf(db).findOneAndDelete({ _id: { $eq: digest } }, operatorWrite);
      return stored ? ticketFrom(stored) : undefined;
    });
  }

  sessions(): Promise<readonly Ticket[]> {
    return this.#connection.use(async (db) =>
      (await ticketsOf(db).find({ kind: 'session' }, operatorRead).toArray()).map(ticketFrom),
    );
  }

  takeAllOf(holder: string, kind?: Ticket['kind']): Promise<number> {
    const filter = { holder: { $eq: holder }, ...(kind && { kind }) };
    return this.#connection.use(async (db) => {
      const { deletedCount } = await ticketsOf(db).deleteMany(filter, operatorWrite);
      return deletedCount;
    });
  }
}
