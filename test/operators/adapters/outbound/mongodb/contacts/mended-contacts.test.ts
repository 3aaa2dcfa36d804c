import type { Db } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { CONTACTS, contactsOf } from '../../../../../../src/adapters/outbound/mongodb/stored-contact.ts';
import { type IdentityKey, withoutZip } from '../../../../../../src/domain/contact.ts';
import type { LeadDraft } from '../../../../../../src/domain/lead.ts';
import { nameOf } from '../../../../../../src/domain/name.ts';
import { changeContact } from '../../../../../../src/operators/adapters/outbound/mongodb/contacts/change-contact.ts';
import { mergeContacts } from '../../../../../../src/operators/adapters/outbound/mongodb/contacts/merge-contacts.ts';
import { mongoBackOffice } from '../../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoUpgrade } from '../../../../../../src/operators/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import { editContact, parseEdit } from '../../../../../../src/operators/domain/work/contact-edit.ts';
import { correctedAt } from '../../../../../../suites/operator-samples.ts';
import { addLead, keepCustomer } from '../../../../../support/added-leads.ts';
import { someCustomer, someDeal } from '../../../../../support/leads.ts';
import { connectTo, crmFor } from '../../../../../support/mongo-store.ts';
import { freshDatabase, noMongodb } from '../../../../../support/mongodb.ts';

const at = new Date('2026-03-01T10:00:00Z');

/** The database of a process that ends before or after its nth write. */
function crashing(db: Db, writes: number, when: 'before' | 'after'): Db {
  let made = 0;
  const write = async (work: () => Promise<unknown>) => {
    made += 1;
    if (made === writes && when === 'before') throw new Error('crash');
    const done = await work();
    if (made === writes) throw new Error('crash');
    return done;
  };
  const crashingIn = (target: object): never =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'collection') return (title: string) => crashingIn(db.collection(title));
        const call = (...args: unknown[]) => value.apply(target, args);
        return /^(?:update|replace|insert|delete|bulkWrite)/.test(String(name))
          ? (...args: unknown[]) => write(() => call(...args))
          : call;
      },
    }) as never;
  return crashingIn(db);
}

describe.skipIf(noMongodb)('contacts that are mended in MongoDB', () => {
  let connection: MongoConnection;
  let crm: ReturnType<typeof crmFor>;
  let backOffice: ReturnType<typeof mongoBackOffice>;
  beforeEach(() => {
    connection = connectTo(freshDatabase());
    crm = crmFor(connection);
    backOffice = mongoBackOffice(connection);
  });
  afterEach(async () => {
    await connection.use((db) => db.dropDatabase());
    await connection.close();
  });

  const _keep = async (draft: LeadDraft) =>
    await keepCustomer(crm, someCustomer({ email: undefined, ...draft }));
  async function submit(id: string, draft: LeadDraft): Promise<string> {
    const deal = someDeal(draft, { id });
    return (await addLead(crm, deal, { customer: someCustomer({ email: undefined, ...draft }) })).contactId;
  }
  const stored = (id: string) => connection.use((db) => contactsOf(db).findOne({ _id: id }));

  it.each(['before', 'after'] as const)(
    'an edit that crashes %s any of its writes is completed by the same edit, or by `leads upgrade`',
    async (when) => {
      const draft = { firstName: 'Jhon', email: 'john@example.com', phone: '5550109999' };
      const edit = (db: Db, id: string) =>
        changeContact(
          db,
          id,
          [],
          (contact) => editContact(contact, parseEdit({ firstName: 'John', phone: '' }), []),
          correctedAt(at),
        );
      const upgrade = new MongoUpgrade(connection);
      let crashes = 0;
      for (let writes = 1; ; writes += 1) {
        const contactId = await submit(`lead-${writes}`, draft);
        const ended = await connection
          .use((db) => edit(crashing(db, writes, when), contactId))
          .then(
            () => true,
            () => false,
          );
        if (writes % 2 === 0) await upgrade.upgrade({ dryRun: false });
        await connection.use((db) => edit(db, contactId));
        expect([writes, (await backOffice.leads.lead(`lead-${writes}`))?.deal.present]).toEqual([
          writes,
          withoutZip(someCustomer({ firstName: 'John', email: draft.email, phone: undefined })),
        ]);
        expect([writes, await stored(contactId)]).toEqual([
          writes,
          expect.not.objectContaining({ former: expect.anything() }),
        ]);
        await backOffice.erasure.erase(contactId, at);
        if (ended) break;
        crashes += 1;
      }
      expect(crashes).toBe(3);
    },
  );

  describe('a merge that crashes', () => {
    const gone = { firstName: 'Bob', lastName: 'Byron', email: 'bob@example.com', phone: '5550109999' };

    it.each(['before', 'after'] as const)(
      '%s any of its writes is completed by the same call',
      async (when) => {
        let crashes = 0;
        for (let writes = 1; ; writes += 1) {
          const keptId = await submit(`kept-${writes}`, { firstName: 'Ada', email: 'ada@example.com' });
          const goneId = await submit(`gone-${writes}`, gone);
          const ended = await connection
            .use((db) => mergeContacts(crashing(db, writes, when), keptId, goneId, correctedAt(at)))
            .then(
              () => true,
              (error) => {
                expect(error).toMatchObject({ message: 'crash' });
                return false;
              },
            );
          // Nothing is lost, even if nobody runs it again: by either email, an erasure finds something.
          for (const key of ['e:ada@example.com', 'e:bob@example.com', 'p:5550109999'] as IdentityKey[])
            expect([writes, key, await backOffice.contacts.contact({ key })]).toEqual([
              writes,
              key,
              expect.anything(),
            ]);
          await submit(`meanwhile-${writes}`, { phone: '5550109999', zip: '94107' });
          await submit(`also-${writes}`, { email: 'bob@example.com' });

          await backOffice.contacts.merge(keptId, goneId, correctedAt(at));
          const kept = await stored(keptId);
          expect([writes, kept]).toEqual([
            writes,
            {
              _id: keptId,
              keys: ['e:ada@example.com', 'e:bob@example.com', 'p:5550109999'],
              firstName: 'Ada',
              lastName: 'Byron',
              email: 'ada@example.com',
              phone: '5550109999',
              zip: '94107',
              named: 'ada byron',
            },
          ]);
          expect(await stored(goneId)).toEqual({ _id: goneId, mergedInto: keptId, merged: at });
          const ids = ['kept', 'gone', 'meanwhile', 'also'].map((id) => `${id}-${writes}`);
          const deals = (await backOffice.leads.leads(ids)).map(({ deal }) => deal);
          expect(deals.map(({ contactId }) => contactId)).toEqual(Array(4).fill(keptId));
          const renamed = deals.find(({ id }) => id.startsWith('gone'))?.present;
          expect([writes, renamed && nameOf(renamed)]).toEqual([writes, 'Ada Byron']);
          await backOffice.erasure.erase(keptId, at);
          if (ended) break;
          crashes += 1;
        }
        expect(crashes).toBe(5);
      },
    );

    it('is completed for the erasure too: nothing that was carried is left', async () => {
      const keptId = await submit('kept', { email: 'ada@example.com' });
      const goneId = await submit('gone', gone);
      await expect(
        connection.use((db) => mergeContacts(crashing(db, 1, 'after'), keptId, goneId, correctedAt(at))),
      ).rejects.toThrow('crash');
      expect((await backOffice.contacts.contact({ key: 'e:bob@example.com' }))?.contactId).toBe(keptId);
      await backOffice.erasure.erase(keptId, at);
      const all = await connection.use((db) => db.collection(CONTACTS).find().toArray());
      expect(JSON.stringify(all)).not.toMatch(/bob|Byron|5550109999/i);
      expect((await backOffice.leads.lead('gone'))?.deal.notes).toBe('');
    });
  });
});
