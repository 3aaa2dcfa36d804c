import { type ConnectionOptions, MongoConnection } from '../../src/adapters/outbound/mongodb/connection.ts';
import { MongoCrm } from '../../src/adapters/outbound/mongodb/mongo-crm.ts';
import { contactFrom, contactsOf } from '../../src/adapters/outbound/mongodb/stored-contact.ts';
import { dealFrom, dealsOf } from '../../src/adapters/outbound/mongodb/stored-deal.ts';
import { freshDatabase } from './mongodb.ts';

/** A CRM on its own database, and a way to read what it keeps, in order of arrival. */
export async function openCrm(options: ConnectionOptions = {}, uri = freshDatabase()) {
  const connection = new MongoConnection(uri, options);
  return {
    connection,
    crm: new MongoCrm(connection),
    contacts: () =>
      connection.use(async (db) =>
        (await contactsOf(db).find().sort({ $natural: 1 }).toArray()).map(contactFrom),
      ),
    deals: () =>
      connection.use(async (db) => (await dealsOf(db).find().sort({ $natural: 1 }).toArray()).map(dealFrom)),
    close: async () => {
      await connection.use((db) => db.dropDatabase());
      await connection.close();
    },
  };
}
