import { describe, expect, it } from 'vitest';
import { nameWords } from '../src/domain/name.ts';
import type { DealQuery } from '../src/operators/application/ports/outbound/kept-leads.ts';
import type { DealMatch } from '../src/operators/domain/work/deal-conditions.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { inexact, lookalikeIds } from './lookalikes.ts';
import { assign, changeOne, second, to } from './operator-samples.ts';

const inAnyCase = 'compare ids of vendors by `externalKey`';
const ofVehicle = 'keep `vehicleWords` of the deal beside `saidWords`, until its customer is erased';
const byWords =
  'keep `saidWords` of the deal, and look for one that begins with each word, character by character';
const inOrder = 'the leads of all matches are one list, each in it once, in its order';

/** Tests how operators find the leads that need their attention. */
export function soughtDeals(subject: BackOfficeSubject): void {
  const list = (query: Partial<DealQuery>) => subject.list(query);

  describe('the list of deals for a day’s work', () => {
    it('can be filtered by whether a lead is open', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await subject.deal(id);
      await changeOne(subject.leads, 'b', to('Won'));
      await changeOne(subject.leads, 'c', to('Quoted'));
      await changeOne(subject.leads, 'd', to('Lost'));
      expect(await list({ open: true })).toEqual(['a', 'c']);
      expect(await list({ open: true, status: 'Quoted' })).toEqual(['c']);
      expect(await list({ open: true, status: 'Won' })).toEqual([]);
      expect(await list({ open: false })).toEqual(['a', 'b', 'c', 'd']);
    });

    it('can be filtered by since when a lead has its present status', async () => {
      const opened = (n: number) =>
        [{ status: 'In Progress', at: second(n), by: 'ven_1', reason: undefined }] as const;
      for (const [id, n] of Object.entries({ a: 1, b: 2, c: 3 }))
        await subject.deal(id, { receivedAt: second(n), history: opened(n) });
      await changeOne(subject.leads, 'b', to('Quoted')); // at second 9
      await subject.deal('d', { receivedAt: second(0), history: opened(4) });
      const cause = 'a lead has its present status since the last entry of its history, or its receipt';
      expect(await list({ unmovedSince: second(3) }), cause).toEqual(['a']); // before, not at that time
      expect(await list({ unmovedSince: second(4) })).toEqual(['a', 'c']);
      expect(await list({ unmovedSince: second(5) }), cause).toEqual(['d', 'a', 'c']);
      expect(await list({ unmovedSince: second(10) })).toEqual(['d', 'a', 'b', 'c']);
      expect(await list({ unmovedSince: second(10), status: 'Quoted', newest: true })).toEqual(['b']);
      expect((await subject.leads.deals({ limit: 1, status: 'Quoted' }))[0]?.statusSince).toEqual(second(9));
    });

    it('can be filtered by who takes care of a lead, by exactly that name, or by nobody', async () => {
      for (const owner of lookalikeIds) {
        await subject.deal(owner);
        await assign(subject.leads, owner, owner);
      }
      await subject.deal('open');
      await subject.deal('given back', { receivedAt: second(1) });
      await assign(subject.leads, 'given back', 'grace');
      await assign(subject.leads, 'given back', null);
      await subject.deal('added with', { owner: 'grace' });
      for (const owner of lookalikeIds)
        expect([owner, await list({ owners: [owner] })], inexact).toEqual([owner, [owner]]);
      const cause = '`null` asks for nobody’s leads: never assigned, or given back';
      expect(await list({ owners: [null] }), cause).toEqual(['open', 'given back']);
      expect(await list({ owners: ['grace'] })).toEqual(['added with']);
      expect(await list({ owners: [''] })).toEqual([]);
      const several = 'of several owners, each is asked for, in the order of all';
      expect(await list({ owners: ['lead', 'nobody has it', 'grace'] }), several).toEqual([
        'added with',
        'lead',
      ]);
      expect(await list({ owners: ['grace', null] }), several).toEqual(['added with', 'open', 'given back']);
      expect(await list({ owners: [] })).toEqual([]);
      const [listed] = await subject.leads.deals({ owners: ['lead'], limit: 9 });
      expect(listed?.owner).toBe('lead');
    });

    it('continues from any place with the newest first, also among leads of one time', async () => {
      const received = { a: 3, b: 2, c: 1, d: 1, e: 1, f: 2, g: 0 };
      for (const [id, at] of Object.entries(received)) await subject.deal(id, { receivedAt: second(at) });
      await changeOne(subject.leads, 'd', to('Won'));
      const paged = (query: Partial<DealQuery>) => subject.paged({ ...query, newest: true });
      const cause =
        'with the newest first, ids of one time go down, too, and `after` means what follows then';
      expect(await paged({}), cause).toEqual([['a', 'f'], ['b', 'e'], ['d', 'c'], ['g'], []]);
      expect(await paged({ open: true })).toEqual([['a', 'f'], ['b', 'e'], ['c', 'g'], []]);
      expect(await paged({ until: second(3), since: second(1) })).toEqual([
        ['f', 'b'],
        ['e', 'd'],
        ['c'],
        [],
      ]);
      expect(await paged({ owners: [null], vendorId: 'ven_1' })).toEqual(await paged({}));
      const empty = { receivedAt: second(2), id: '' }; // before every lead of its time
      expect(await list({ newest: true, after: empty }), cause).toEqual(['e', 'd', 'c', 'g']);
    });
  });

  describe('what a lead is sought by', () => {
    const matching = (...matches: DealMatch[]) => list({ matching: matches });
    const named = (name: string) => matching({ words: nameWords(name) });

    it('is one of several things: an id, the vendor’s own, a key of the customer as sent, a contact', async () => {
      await subject.deal('a', {}, { email: 'ann@example.com', phone: '2125550123' });
      await subject.deal('b', { receivedAt: second(1) }, { email: 'bob@example.com', externalId: 'a' });
      await subject.deal('c', { receivedAt: second(2) }, { phone: '(212) 555-0123', email: 'c@example.com' });
      expect(await matching({ id: 'a' })).toEqual(['a']);
      expect(await matching({ id: 'a' }, { externalId: 'a' })).toEqual(['a', 'b']);
      expect(await matching({ said: 'p:2125550123' })).toEqual(['a', 'c']);
      expect(await matching({ said: 'e:bob@example.com' }, { id: 'c' }, { externalId: 'a' })).toEqual([
        'b',
        'c',
      ]);
      const { contactId = '' } = (await subject.kept('b')) ?? {};
      expect(await matching({ contactId }, { id: 'a' })).toEqual(['a', 'b']);
      expect(await matching({ contactId: 'b' })).toEqual([]);
      expect(await matching({ id: 'A' }, { externalId: 'A' }, { said: 'e:ob@example.com' })).toEqual([]);
      expect(await list({ matching: [{ said: 'p:2125550123' }], newest: true, limit: 1 })).toEqual(['c']);
      const next = { newest: true, after: { receivedAt: second(2), id: 'c' } };
      expect(await list({ matching: [{ said: 'p:2125550123' }], ...next })).toEqual(['a']);
      expect(await list({ matching: [{ said: 'p:2125550123' }], status: 'Won' })).toEqual([]);
    });

    it('is the beginnings of words of the name, in any order, and never their middle', async () => {
      await subject.deal('ada', {}, { firstName: 'Ada', lastName: 'King Lovelace' });
      await subject.deal('adam', { receivedAt: second(1) }, { firstName: 'ADAM', lastName: 'Smith-King' });
      await subject.deal('bob', { receivedAt: second(2) }, { firstName: 'Bob', lastName: undefined });
      expect(await named('ada')).toEqual(['ada', 'adam']);
      expect(await named('Lov ad'), byWords).toEqual(['ada']);
      expect(await named('king')).toEqual(['ada', 'adam']);
      expect(await named('king ada smi')).toEqual(['adam']);
      expect(await named('B')).toEqual(['bob']);
      for (const other of ['dam', 'ada bob', 'bobby', 'n', 'e', '2026'])
        expect([other, await named(other)], byWords).toEqual([other, []]); // nor by the email
      expect(await matching({ words: ['bo'] }, { id: 'ada' })).toEqual(['ada', 'bob']);
    });

    it('is listed page by page in the order of the list, also among leads of one time', async () => {
      const received = { a: 3, b: 2, c: 1, d: 1, e: 1, f: 2, g: 0 };
      const add = (id: string, at: number, lastName: string) =>
        subject.deal(id, { receivedAt: second(at) }, { lastName, email: `${id}@example.com` });
      for (const [id, at] of Object.entries(received)) await add(id, at, id < 'e' ? 'Love' : 'Lovelace');
      await add('other', 1, 'King');
      const matching: DealMatch[] = [{ anyWords: ['ada', 'lov'] }, { words: ['lovel'] }, { id: 'b' }];
      expect(await subject.paged({ matching, newest: true }), inOrder).toEqual([
        ['a', 'f'],
        ['b', 'e'],
        ['d', 'c'],
        ['g'],
        [],
      ]);
      expect(await subject.paged({ matching }), inOrder).toEqual([
        ['g', 'c'],
        ['d', 'e'],
        ['b', 'f'],
        ['a'],
        [],
      ]);
      expect(await list({ matching, since: second(1), until: second(3), limit: 2 })).toEqual(['c', 'd']);
      await assign(subject.leads, 'd', 'grace');
      await assign(subject.leads, 'f', 'grace');
      expect(await list({ matching, owners: ['grace'], newest: true })).toEqual(['f', 'd']);
    });

    it('may begin any number of words', async () => {
      const ids = [...'abcdefghijklmnopqrstuvwxyz'];
      for (const [n, id] of ids.entries())
        await subject.deal(
          id,
          { receivedAt: second(n) },
          { lastName: `Lo${id}`, email: `${id}@example.com` },
        );
      expect(await named('lo ad'), byWords).toEqual(ids);
      expect(await list({ matching: [{ words: ['lo'] }], newest: true, limit: 2 })).toEqual(['z', 'y']);
      expect(await named('lo loz'), byWords).toEqual(['z']);
    });

    it.each([
      ['José Müller', 'jose mull', 'müller'],
      ['Renée', 'REN\u00c9E', 'rene\u0301e'],
      ['Ｆｕｊｉ Ôtsuka', 'fuji', 'ots'],
      ['Анна Каренина', 'анна', 'КАР'],
      ['Йордан Ѓорѓиев', 'йо', 'ѓор'],
      ['Ελένη Παπαδοπούλου', 'ελενη', 'παπ'],
      ['山田 太郎', '山', '太郎'],
      ['김 민수', '민', '김'],
      ['محمد علي', 'محم', 'عل'],
      ['प्रिया शर्मा', 'प्रि', 'शर्मा'],
      ['ศิริ วงศ์', 'ศิริ', 'วงศ'],
      ['𐐨𐐬 𐐱', '𐐨', '𐐱'],
      ["Seán O'Neill-d'Arc", 'sean', 'neill arc', 'oneill', 'O’Neill darc'],
      ['Łukasz Øster-Strauß', 'lukasz', 'oster', 'STRAUSS', 'Ł'],
      ['Oneill Strauss', "o'neill", 'strauß'],
      ['Ann (a.k.a.) *', 'ann k', '(a'],
    ])('is a name in any script, with accents or without: %s', async (name, ...beginnings) => {
      await subject.deal('other', {}, { firstName: 'Zed', email: 'z@example.com' });
      await subject.deal('sought', {}, { firstName: name });
      for (const beginning of beginnings)
        expect([beginning, await named(beginning)], byWords).toEqual([beginning, ['sought']]);
    });

    it('is the vendor’s own id in any case', async () => {
      await subject.deal('a', {}, { externalId: 'Acme-İ-001' });
      await subject.deal(
        'b',
        { receivedAt: second(1), vendorId: 'ven_2' },
        { externalId: 'ACME-i\u0307-001' },
      );
      await subject.deal('c', { receivedAt: second(2) }, { externalId: 'acme-002' });
      await subject.deal('d', { receivedAt: second(3) }, { firstName: 'Acme-002' });
      for (const id of ['acme-i\u0307-001', 'ACME-İ-001'])
        expect(await matching({ externalIdInAnyCase: id }), inAnyCase).toEqual(['a', 'b']);
      expect(await matching({ externalIdInAnyCase: 'ACME-002' }), inAnyCase).toEqual(['c']);
      for (const id of ['acme-00', 'cme-002', '', '.*', '$ne'])
        expect([id, await matching({ externalIdInAnyCase: id })], inAnyCase).toEqual([id, []]);
      expect(await matching({ externalId: 'ACME-002' }), 'by `externalId` to the letter').toEqual([]);
    });

    it('is the last digits of the phone', async () => {
      await subject.deal('a', {}, { phone: '2125550123' });
      await subject.deal(
        'b',
        { receivedAt: second(1) },
        { phone: '1 (917) 555-0123', email: 'b@example.com' },
      );
      await subject.deal('c', { receivedAt: second(2) }, { phone: '2125554123', email: 'c@example.com' });
      await subject.deal('d', { receivedAt: second(3) }, { email: '0123@example.com' });
      const cause = 'a phone is found by its last digits, and by no others';
      expect(await matching({ phoneEnd: '0123' }), cause).toEqual(['a', 'b']);
      expect(await matching({ phoneEnd: '4123' }), cause).toEqual(['c']);
      expect(await matching({ phoneEnd: '125550123' }), cause).toEqual(['a']);
      for (const end of ['2125', '5550', '0124'])
        expect([end, await matching({ phoneEnd: end })], cause).toEqual([end, []]);
    });

    it('is the vehicle’s make and model, with signs or without, also together with the name', async () => {
      const lead = async (id: string, at: number, vehicle: object, more: object = {}) =>
        subject.deal(id, { receivedAt: second(at) }, { ...vehicle, ...more });
      await lead('ford', 0, { vehicleMake: 'FORD', vehicleModel: 'F-150 XL', vehicleYear: '2019' });
      await lead('camry', 1, { vehicleMake: 'Toyota', vehicleModel: 'Camry', vehicleYear: '2021' });
      await lead('benz', 2, { vehicleMake: 'Mercedes-Benz', vehicleModel: 'C 300' }, { firstName: 'Camryn' });
      await lead('named', 3, {}, { firstName: 'Ford', email: 'ford@example.com' });
      const about = (text: string, year?: string) => matching({ anyWords: nameWords(text), year });
      expect(await about('ford'), ofVehicle).toEqual(['ford', 'named']);
      for (const text of ['f-150', 'f150', '150', 'xl f', 'ada ford', 'for 150'])
        expect([text, await about(text)], ofVehicle).toEqual([text, ['ford']]);
      expect(await about('camry'), ofVehicle).toEqual(['camry', 'benz']);
      expect(await about('toyota camry')).toEqual(['camry']);
      for (const text of ['mercedes benz', 'mercedesbenz', 'benz c', 'camryn 300'])
        expect([text, await about(text)], ofVehicle).toEqual([text, ['benz']]);
      expect([await about('ford', '2019'), await about('ford', '2018')], ofVehicle).toEqual([['ford'], []]);
      for (const text of ['ord', 'toyota ford', '2019', '150x'])
        expect([text, await about(text)], ofVehicle).toEqual([text, []]);
      expect(await named('toyota'), 'words alone are those of the name').toEqual([]);
      await subject.erasure.eraseLead('camry', second(20));
      expect(await about('camry'), ofVehicle).toEqual(['benz']);
    });

    it('is nothing of a customer whose data was erased', async () => {
      const gone = { firstName: 'Ada', phone: '2125550123', externalId: 'x-1' };
      const { contactId } = await subject.deal('a', {}, gone);
      await subject.deal('b', {}, gone);
      const other = { firstName: 'Adam', email: 'adam@example.com' };
      await subject.deal('other', { receivedAt: second(1) }, other);
      const ways: DealMatch[] = [{ words: ['ada'] }, { said: 'p:2125550123' }, { externalId: 'x-1' }];
      expect(await matching(...ways)).toEqual(['a', 'b', 'other']);
      await subject.erasure.eraseLead('a', second(20));
      const cause = 'what a lead is sought by was left when its customer was erased';
      expect(await matching(...ways), cause).toEqual(['b', 'other']);
      await subject.erasure.erase(contactId, second(7));
      expect(await matching(...ways), cause).toEqual(['other']);
      expect(await matching({ id: 'a' }, { id: 'b' })).toEqual(['a', 'b']);
    });
  });
}
