import type { Db } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../src/adapters/outbound/mongodb/connection.ts';
import { mergeContacts } from '../../../../src/adapters/outbound/mongodb/merge-contacts.ts';
import { MongoBackOffice } from '../../../../src/adapters/outbound/mongodb/mongo-back-office.ts';
import { MongoCrm } from '../../../../src/adapters/outbound/mongodb/mongo-crm.ts';
import { CONTACTS, contactsOf } from '../../../../src/adapters/outbound/mongodb/stored-contact.ts';
import type { IdentityKey } from '../../../../src/domain/contact.ts';
import type { LeadDraft } from '../../../../src/domain/lead.ts';
import { someCustomer, someDeal } from '../../../support/leads.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

const at = new Date('2026-03-01T10:00:00Z');

describe.skipIf(noMongodb)('contacts that are mended in MongoDB', () => {
  let connection: MongoConnection;
  let crm: MongoCrm;
  let backOffice: MongoBackOffice;
  beforeEach(() => {
    connection = new MongoConnection(freshDatabase());
    crm = new MongoCrm(connection);
    backOffice = new MongoBackOffice(connection);
  });
  afterEach(async () => {
    await connection.use((db) => db.dropDatabase());
    await connection.close();
  });

  const keep = (draft: LeadDraft) => crm.upsertContact(someCustomer({ email: undefined, ...draft }));
  async function submit(id: string, draft: LeadDraft): Promise<string> {
    const contactId = await keep(draft);
    await crm.addDeal(someDeal(draft, { id, contactId }));
    return contactId;
  }
  const stored = (id: string) => connection.use((db) => contactsOf(db).findOne({ _id: id }));
  const keysOf = async (id: string) => (await stored(id))?.keys;

  describe('a merge that crashes', () => {
    const gone = { firstName: 'Bob', lastName: 'Byron', email: 'bob@example.com', phone: '5550109999' };

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
            return /^(?:update|replace|insert|delete)/.test(String(name))
              ? (...args: unknown[]) => write(() => call(...args))
              : call;
          },
        }) as never;
      return crashingIn(db);
    }

    it.each(['before', 'after'] as const)(
      '%s any of its writes is completed by the same call',
      async (when) => {
        let crashes = 0;
        for (let writes = 1; ; writes += 1) {
          const keptId = await submit(`kept-${writes}`, { firstName: 'Ada', email: 'ada@example.com' });
          const goneId = await submit(`gone-${writes}`, gone);
          const ended = await connection
            .use((db) => mergeContacts(crashing(db, writes, when), keptId, goneId, at))
            .then(
              () => true,
              (error) => {
                expect(error).toMatchObject({ message: 'crash' });
                return false;
              },
            );
          // Nothing is lost, even if nobody runs it again: by either email, an erasure finds something.
          for (const key of ['e:ada@example.com', 'e:bob@example.com', 'p:5550109999'] as IdentityKey[])
            expect([writes, key, await backOffice.contact({ key })]).toEqual([
              writes,
              key,
              expect.anything(),
            ]);
          await submit(`meanwhile-${writes}`, { phone: '5550109999', zip: '94107' });
          await submit(`also-${writes}`, { email: 'bob@example.com' });

          await backOffice.merge(keptId, goneId, at);
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
            },
          ]);
          expect(await stored(goneId)).toEqual({ _id: goneId, mergedInto: keptId, merged: at });
          for (const id of ['kept', 'gone', 'meanwhile', 'also'])
            expect((await backOffice.lead(`${id}-${writes}`))?.deal.contactId).toBe(keptId);
          await backOffice.erase(keptId, at);
          if (ended) break;
          crashes += 1;
        }
        expect(crashes).toBe(4);
      },
    );

    it('is completed for the erasure too: nothing that was carried is left', async () => {
      const keptId = await submit('kept', { email: 'ada@example.com' });
      const goneId = await submit('gone', gone);
      await expect(
        connection.use((db) => mergeContacts(crashing(db, 1, 'after'), keptId, goneId, at)),
      ).rejects.toThrow('crash');
      expect((await backOffice.contact({ key: 'e:bob@example.com' }))?.contactId).toBe(keptId);
      await backOffice.erase(keptId, at);
      const all = await connection.use((db) => db.collection(CONTACTS).find().toArray());
      expect(JSON.stringify(all)).not.toMatch(/bob|Byron|5550109999/i);
      expect((await backOffice.lead('gone'))?.deal.notes).toBe('');
    });
  });

  describe('bringing the keys up to date', () => {
    /** As a version stored it that knew nothing of NFC and IDNA. */
    async function older(email: string, rest: object = {}): Promise<string> {
      const id = `old-${email}`;
      const old = { _id: id, firstName: 'Ada', email, keys: [`e:${email.toLowerCase()}`], ...rest };
      await connection.use(async (db) => void (await contactsOf(db).insertOne(old as never)));
      return id;
    }

    it('makes a lead find the contact again, however the email is spelt', async () => {
      const id = await older('Ada@BÜCHER.example', { zip: '94107' });
      const jose = await older('jose\u0301@example.com');
      const other = await older('ada@example.com');
      expect(await backOffice.rekey()).toEqual({ contacts: 3, changed: 2, alike: [] });
      expect(await keep({ email: 'ada@xn--bcher-kva.example' })).toBe(id);
      expect(await keep({ email: 'josé@example.com' })).toBe(jose);
      expect(await keysOf(other)).toEqual(['e:ada@example.com']);
      expect(await stored(id)).toMatchObject({ email: 'Ada@BÜCHER.example', zip: '94107' });
      expect(await backOffice.rekey()).toEqual({ contacts: 3, changed: 0, alike: [] });
    });

    it('lists contacts that are the same customer, again and again until they are merged', async () => {
      const first = await older('ada@bücher.example');
      const second = await older('ada@xn--bcher-kva.example');
      const { alike, changed } = await backOffice.rekey();
      expect([alike, changed]).toEqual([[{ contactId: first, holderId: second }], 1]); // it is marked as showing the email
      const found = await backOffice.contacts({ key: 'e:ada@xn--bcher-kva.example', limit: 9 });
      expect(found.map(({ id }) => id)).toEqual([second, first].sort());
      expect(await backOffice.rekey()).toEqual({ contacts: 2, changed: 0, alike });

      await backOffice.merge(first, second, at);
      expect(await backOffice.rekey()).toMatchObject({ changed: 1, alike: [] });
      expect(await keysOf(first)).toEqual(['e:ada@xn--bcher-kva.example']);
      expect(await keep({ email: 'ada@bücher.example' })).toBe(first);
    });

    it('finds the second member of a family whom an earlier version stored', async () => {
      const first = await keep({ email: 'ada@example.com', phone: '5550109999' });
      const second = await older('kid@example.com', { phone: '15550109999' });
      const found = async () => {
        const contacts = await backOffice.contacts({ key: 'p:5550109999', limit: 9 });
        return contacts.map(({ id }) => id).sort();
      };
      expect(await found()).toEqual([first]);
      expect(await backOffice.rekey()).toEqual({ contacts: 2, changed: 1, alike: [] });
      expect(await found()).toEqual([first, second].sort());
    });

    it('goes through more than a page, while leads arrive', async () => {
      const old = Array.from({ length: 1_200 }, (_, n) => ({
        _id: `old-${n}`,
        firstName: 'Ada',
        email: `${n}@bücher.example`,
        keys: [`e:${n}@bücher.example`],
      }));
      await connection.use(async (db) => void (await contactsOf(db).insertMany(old as never)));
      const told = { email: '7@xn--bcher-kva.example', phone: '5550109999' };
      const [outcome] = await Promise.all([
        backOffice.rekey(),
        ...Array.from({ length: 50 }, () => keep(told)),
      ]);
      expect(outcome.contacts).toBeGreaterThanOrEqual(1_200);
      const again = await backOffice.rekey();
      expect(again.changed).toBe(0);
      expect(again.alike.length).toBeLessThanOrEqual(1); // a lead may have come before its contact's turn
      expect(await keysOf('old-1199')).toEqual(['e:1199@xn--bcher-kva.example']);
    }, 30_000);
  });
});
