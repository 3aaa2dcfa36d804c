import type { ConnectionOptions } from '../../src/adapters/outbound/mongodb/connection/connection.ts';
import { Contacts } from '../../src/adapters/outbound/mongodb/contacts.ts';
import { contactFrom, contactsOf } from '../../src/adapters/outbound/mongodb/stored-contact.ts';
import { dealFrom, dealsOf } from '../../src/operators/adapters/outbound/mongodb/leads/stored-work.ts';
import type { CrmUnderTest } from '../../suites/crm-under-test.ts';
import { linkTo } from '../../suites/store-link.ts';
import { connectTo, crmFor } from './mongo-store.ts';
import { freshDatabase } from './mongodb.ts';

/** A CRM on its own database, and a way to read what it keeps, in order of arrival. */
export async function openCrm(options: ConnectionOptions = {}, uri = freshDatabase()) {
  const connection = connectTo(uri, options);
  return {
    connection,
    crm: crmFor(connection),
    /** What keeps the customers of leads, by itself. */
    customers: new Contacts(connection),
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

/**
 * For the contract suite: the CRM on `database`, cleared at the end, which is much faster than a new database. `crm`
 * reaches the server through a link, unless it is on another machine; `another` reaches it as the URI says.
 */
export async function crmOn(
  database: Awaited<ReturnType<typeof openCrm>>,
  uri: string,
): Promise<CrmUnderTest> {
  const port = /^mongodb:\/\/127\.0\.0\.1:(\d+)\//.exec(uri)?.[1];
  const link = port ? await linkTo(Number(port)) : undefined;
  const own = link ? `mongodb://127.0.0.1:${link.port}${new URL(uri).pathname}?directConnection=true` : uri;
  const connection = connectTo(own);
  /** What MongoDB demands of every document that is written. */
  const setValidator = (validator: object): Promise<void> =>
    database.connection.use(async (db) => {
      for (const collMod of ['contacts', 'deals']) await db.command({ collMod, validator });
    });
  return {
    crm: crmFor(connection),
    contacts: database.contacts,
    deals: database.deals,
    another: async () => crmFor(database.connection),
    changeStatus: (id, status) =>
      database.connection.use(async (db) => {
        await dealsOf(db).updateOne({ _id: id }, { $set: { status } });
      }),
    refuseWrites: () => setValidator({ $nor: [{}] }),
    ...(link && {
      breakDown: async () => {
        link.fallSilent();
        return async () => link.mend();
      },
    }),
    close: async () => {
      await connection.close();
      link?.close();
      await setValidator({});
      await database.connection.use(async (db) => {
        await contactsOf(db).deleteMany();
        await dealsOf(db).deleteMany();
      });
    },
  };
}
