import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Document, MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { copyBetween } from '../../src/bootstrap/copy-between.ts';
import { mongodbStore } from '../../src/bootstrap/modules/mongodb.ts';
import { sqliteStore } from '../../src/bootstrap/modules/sqlite.ts';
import type { Store } from '../../src/bootstrap/store.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { announcedTo, changeOne, correctedAt, to } from '../../suites/operator-samples.ts';
import { jsonHere, leadsHere } from '../support/in-process.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { inOrder, rowsIn } from '../support/rows-in.ts';
import { fillStore, partsOf } from '../support/whole-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'leads-copy-'));
afterAll(() => rmSync(folder, { recursive: true }));
const freshPath = () => join(folder, `${randomUUID()}.db`);

const storeAt = async (place: string): Promise<Store> =>
  place.startsWith('mongodb') ? mongodbStore(place) : sqliteStore(place);

/** What is in it, past the adapters: rows and documents in the order of their content. */
const contentOf = (place: string) => (place.startsWith('mongodb') ? documentsIn(place) : rowsIn(place));

async function documentsIn(uri: string): Promise<Readonly<Record<string, string[]>>> {
  await using client = new MongoClient(uri);
  const collections = await client.db().collections();
  const found = await Promise.all(
    collections.map(async (collection) => {
      const documents = await collection.find<Document>({}).toArray();
      const end = (id: string): string => {
        const next = documents.find(({ _id }) => _id === id)?.mergedInto;
        return next === undefined ? id : end(next);
      };
      // Counted writes, who is trying what, and what only a merge or an erasure under way needs.
      const texts = documents.map(
        ({ version: _, revision: _r, lease: _l, merged: _m, retired: _t, ...rest }) =>
          JSON.stringify(
            inOrder('mergedInto' in rest ? { ...rest, mergedInto: end(rest.mergedInto) } : rest),
          ),
      );
      return [collection.collectionName, texts.sort()] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, texts]) => texts.length > 0));
}

const copy = (from: string, to: string) => jsonHere(['copy', '--from', from, '--to', to]);

/** The same with something done whenever a step is told. */
const copyWatched = (from: string, to: string, progress: (step: string) => void) =>
  copyBetween({ from, to, progress: ({ step }) => progress(step) }, () => storeAt(from));

const written = (kinds: readonly { readonly written: number; readonly different: number }[]) =>
  kinds.reduce((sum, each) => sum + each.written, 0);

describe.skipIf(noMongodb)('a store that is copied', () => {
  describe.each([
    ['from a file to MongoDB', freshPath, freshDatabase],
    ['from MongoDB to a file', freshDatabase, freshPath],
  ])('%s', (_name, fresh, freshOther) => {
    it('is the same in every part, and back again', async () => {
      const [first, second, third] = [fresh(), freshOther(), fresh()];
      const leadIds = await fillStore(await storeAt(first));
      const { kinds } = await copy(first, second);
      expect(kinds).toHaveLength(14);
      for (const { kind, records, written, different } of kinds) {
        expect({ kind, written, different }).toEqual({ kind, written: records, different: 0 });
        expect(records, kind).toBeGreaterThan(0);
      }
      await copy(second, third);
      expect(await contentOf(third)).toEqual(await contentOf(first));
      expect(await mergedIn(second, leadIds)).toEqual(await mergedIn(first, leadIds));
    });

    it('may be cut off, and used meanwhile: run again, the command goes on and ends equal', async () => {
      const [first, second, third] = [fresh(), freshOther(), fresh()];
      const leadIds = await fillStore(await storeAt(first));
      const cutOff = copyWatched(first, second, (step) => {
        if (step === 'deals') throw new Error('cut off');
      });
      await expect(cutOff).rejects.toThrow('cut off');
      const goneOn = await copy(first, second);
      expect(goneOn.kinds).toContainEqual({ kind: 'contacts', records: 27, written: 0, different: 0 });
      expect(written((await copy(first, second)).kinds)).toBe(0);

      await goOn(await storeAt(first), leadIds);
      const { kinds } = await copy(first, second);
      expect(kinds).toContainEqual({ kind: 'deals', records: 28, written: 3, different: 0 });
      await copy(second, third);
      expect(await contentOf(third)).toEqual(await contentOf(first));
    });

    it('is not copied onto itself, whatever it is called', async () => {
      const first = fresh();
      await fillStore(await storeAt(first));
      const again = first.startsWith('mongodb')
        ? `${first}&appName=other`
        : `${dirname(first)}/./${basename(first)}`;
      const { code, err } = await leadsHere(['copy', '--from', first, '--to', again]);
      expect([code, err]).toEqual([1, expect.stringMatching(/^Both are one store/)]);
    });

    it('is not copied into a store that has something else, of which nothing is changed', async () => {
      const [first, second] = [fresh(), freshOther()];
      await fillStore(await storeAt(first));
      const [leadId = ''] = await fillStore(await storeAt(second));
      const before = await contentOf(second);
      const refused = await leadsHere(['copy', '--from', first, '--to', second]);
      expect(refused.err).toMatch(/has something else in it \(of contacts: .*Copy into an empty store/);
      expect(refused.code).toBe(1);
      expect(await contentOf(second)).toEqual(before);

      const third = freshOther();
      await copy(first, third);
      await using parts = partsOf(await storeAt(third));
      await parts
        .get(tokens.audit)
        .begin([{ id: 'here', at: new Date(), by: 'bo', action: 'lead.move', on: leadId }]);
      expect((await leadsHere(['copy', '--from', first, '--to', third])).err).toContain('(of audit: here)');
    });

    it('that was written to meanwhile is said to differ', async () => {
      const [first, second] = [fresh(), freshOther()];
      await fillStore(await storeAt(first));
      await using parts = partsOf(await storeAt(first));
      const people = parts.get(tokens.people);
      await people.all(); // so that it is connected
      let late: Promise<unknown> = Promise.resolve();
      const kinds = await copyWatched(first, second, (step) => {
        if (step !== 'people') return;
        const person = { name: 'Eve', email: undefined, role: undefined, seen: undefined };
        late = people.add({ id: 'per_0', ...person });
      });
      await late;
      expect(kinds).toContainEqual({ kind: 'people', records: 3, written: 2, different: 1 });
    });
  });

  it('with something half done is to be brought up to date first', async () => {
    const uri = freshDatabase();
    await fillStore(await storeAt(uri));
    await using client = new MongoClient(uri);
    const contacts = client.db().collection('contacts');
    await contacts.updateOne({ firstName: { $exists: true } }, { $set: { former: ['n:somebody'] } });
    const path = freshPath();
    const { code, err } = await leadsHere(['copy', '--from', uri, '--to', path]);
    expect(err).toMatch(/^Run leads upgrade on MongoDB, database \w+ first: it is not up to date\.\n$/);
    expect(code).toBe(1);
    await jsonHere(['upgrade'], { MONGODB_URI: uri });
    await copy(uri, path);
  });
});

describe('leads copy', () => {
  it('takes more than it reads at once, to the last one', async () => {
    const [from, to, back] = [freshPath(), freshPath(), `${freshPath()}.backup`];
    {
      await using parts = partsOf(await storeAt(from));
      const people = parts.get(tokens.people);
      const person = {
        name: 'Eve',
        email: undefined,
        role: undefined,
        seen: new Date(8_640_000_000_000_000),
      };
      const ids = Array.from({ length: 2_300 }, (_, n) => `per_${n}`);
      await Promise.all(ids.map((id) => people.add({ id, ...person })));
    }
    const { kinds } = await copy(from, to);
    expect(kinds).toContainEqual({ kind: 'people', records: 2_300, written: 2_300, different: 0 });
    expect(await contentOf(to)).toEqual(await contentOf(from));
    expect((await leadsHere(['backup', back], { DATA_FILE: from })).code).toBe(0);
    expect({ ...rowsIn(back), audit: [] }).toEqual({ ...rowsIn(from), audit: [] });
  });

  it('makes no file of a path that is misspelt', async () => {
    const path = freshPath();
    const { code, err } = await leadsHere(['copy', '--from', path, '--to', freshPath()]);
    expect({ code, err, made: existsSync(path) }).toEqual({
      code: 1,
      err: expect.stringMatching(/^--from names no file /),
      made: false,
    });
  });

  it('takes the store of the settings for one that is not named, and says how many records are equal', async () => {
    const [from, to] = [freshPath(), freshPath()];
    await fillStore(await storeAt(from));
    const { code, out } = await leadsHere(['copy', '--to', to], { DATA_FILE: from });
    expect(code).toBe(0);
    expect(out).toContain('deals: 28, written 28, equal\n');
    expect(await contentOf(to)).toEqual(await contentOf(from));
    expect((await leadsHere(['copy', '--from', to, '--to', to])).code).toBe(2);
  });
});

/** The ids of the contacts that went into that of the second lead, one after the other. */
async function mergedIn(place: string, [, leadId = '']: readonly string[]) {
  await using parts = partsOf(await storeAt(place));
  const record = await parts.get(tokens.leads).lead(leadId);
  const contact = await parts.get(tokens.contacts).contact({ id: record?.deal.contactId ?? '' });
  expect(contact?.merged).toHaveLength(2);
  return contact?.merged?.toSorted();
}

/** What a copy of before has to follow: changes, an email that goes to another contact, erased customers, removed hooks. */
async function goOn(store: Store, [moved = '', , , , , , , other = '', erased = '']: readonly string[]) {
  await using parts = partsOf(store);
  const { get } = parts;
  const [leads, contacts] = [get(tokens.leads), get(tokens.contacts)];
  await changeOne(leads, moved, to('In Progress', 'bo', 'called back'), announcedTo('hook_1'));
  const contactOf = async (leadId: string) => (await leads.lead(leadId))?.deal.contactId ?? '';
  const [giver, taker] = [await contactOf(other), await contactOf(moved)];
  const holder = await contacts.contact({ id: giver });
  const { email } = holder?.contact ?? {};
  const key = holder?.contact?.keys.find((each) => each.startsWith('e:'));
  if (!email || !key) throw new Error('no email to give away');
  await contacts.changeContact(
    giver,
    [],
    (contact) => ({
      ...contact,
      email: undefined,
      keys: contact.keys.filter((each) => each !== key),
    }),
    correctedAt(new Date()),
  );
  await contacts.changeContact(
    taker,
    [key],
    (contact) => ({
      ...contact,
      email,
      keys: [key, ...contact.keys],
    }),
    correctedAt(new Date()),
  );
  await get(tokens.erasure).eraseLead(erased, new Date());
  await get(tokens.hooks).remove('hook_2');
  await get(tokens.refusals).forget('ven_1', ['A-1']);
  await get(tokens.vendors).markUsed?.('key_2', new Date());
}
