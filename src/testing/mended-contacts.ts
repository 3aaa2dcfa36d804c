import { describe, expect, it } from 'vitest';
import type { CustomerMatch } from '../application/operators/ports/outbound/back-office.ts';
import { nameWords } from '../domain/intake/name.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { ada, bob, phone, second } from './operator-samples.ts';

const kept =
  'the contact keeps its `former` values, as `withFormer` says: with `said`, the customers of all its deals';
const now = 'a contact with former values is found by what it says now, character by character';

/** What becomes of the leads of a contact that operators mend. */
export function mendedContacts(subject: BackOfficeSubject): void {
  describe('a contact that was mended', () => {
    const john = { firstName: 'Jhon', lastName: 'Smiht', email: 'john@example.com', phone };
    const mendedTo = async (match: CustomerMatch, limit = 9) =>
      (await subject.backOffice.contacts({ mendedTo: match, limit })).map(({ id }) => id);
    const named = (name: string, limit?: number) => mendedTo({ words: nameWords(name) }, limit);
    const mended = async (...ids: string[]) =>
      (await subject.backOffice.contacts({ mended: ids, limit: 9 })).map(({ id, former }) => [id, former]);
    const formerOf = async (id: string) => (await subject.contact(id)).former;

    it('has what its leads say and it no longer does, and what others say who share it is not that', async () => {
      const id = await subject.submit('his', john);
      await subject.submit('hers', { firstName: 'Maria', phone });
      await subject.edit(id, { firstName: 'John', lastName: 'Smith', phone: '5550108888' });
      expect(await formerOf(id), kept).toEqual(['n:jhon smiht', `p:${phone}`]);
      expect((await subject.backOffice.lead('his'))?.contact?.former, kept).toEqual(await formerOf(id));
      await subject.edit(id, { zip: '94107' });
      expect(await formerOf(id), kept).toEqual(['n:jhon smiht', `p:${phone}`]);
      await subject.edit(id, { firstName: 'Jhon', lastName: 'Smiht', phone });
      expect(await formerOf(id), kept).toBeUndefined();
    });

    it('is found by the name and the last digits of the phone that it has now', async () => {
      const id = await subject.submit('his', john);
      const other = await subject.submit('other', { ...bob, lastName: 'Smith', phone: '5550108888' });
      expect([await named('jhon'), await mendedTo({ phoneEnd: '9999' })], now).toEqual([[], []]);
      await subject.edit(id, { firstName: 'John', lastName: 'Smith', phone: '5550107777' });
      for (const name of ['smith', 'jo SMI', 'Smith John'])
        expect([name, await named(name)], now).toEqual([name, [id]]);
      for (const name of ['smiht', 'mith', 'smith bob', '5550107777'])
        expect([name, await named(name)], now).toEqual([name, []]);
      for (const phoneEnd of ['7777', '107777', '550107777'])
        expect([phoneEnd, await mendedTo({ phoneEnd })], now).toEqual([phoneEnd, [id]]);
      for (const phoneEnd of ['9999', '8888', '5550'])
        expect([phoneEnd, await mendedTo({ phoneEnd })], now).toEqual([phoneEnd, []]);
      await subject.edit(id, { lastName: 'Smythe' });
      expect([await named('smith'), await named('smy')], now).toEqual([[], [id]]);

      await subject.edit(other, { lastName: 'Smyth', zip: '1' });
      expect(await named('smy'), now).toEqual([id, other].sort());
      expect(await named('smy', 1), now).toEqual([id, other].sort().slice(0, 1));
    });

    it('is told among others by its id', async () => {
      const ids = [await subject.submit('a', ada), await subject.submit('b', bob)];
      await subject.edit(ids[0] ?? '', { firstName: 'Adah' });
      expect(await mended(...ids, 'nobody'), kept).toEqual([[ids[0], ['n:ada']]]);
      expect(await mended(ids[1] ?? '')).toEqual([]);
    });

    it('by a merge, too: the name of the one that goes is a former one, its phone and email are kept', async () => {
      const keeps = await subject.submit('a', { ...ada, lastName: 'Byron' });
      const goes = await subject.submit('b', { ...bob, firstName: 'Adah', phone });
      await subject.submit('c', { ...bob, firstName: 'Rob' });
      await subject.edit(goes, { firstName: 'Robert' });
      await subject.backOffice.merge(keeps, goes, second(7));
      expect(await formerOf(keeps), kept).toEqual(['n:adah']);
      expect(await named('byr'), now).toEqual([keeps]);
      expect(await mendedTo({ phoneEnd: '9999' }), now).toEqual([keeps]);
      expect(await mended(keeps, goes), kept).toEqual([[keeps, ['n:adah']]]);
    });

    it('is found by what a lead fills afterwards', async () => {
      const id = await subject.submit('a', ada);
      await subject.edit(id, { firstName: 'Adah' });
      await subject.submit('b', { ...ada, firstName: 'Adah', lastName: 'Byron', phone });
      expect(await named('byron adah'), now).toEqual([id]);
      expect(await mendedTo({ phoneEnd: phone.slice(-4) }), now).toEqual([id]);
      expect(await formerOf(id), kept).toEqual(['n:ada']);
    });

    it('keeps nothing of a lead whose customer was erased, nor of its own', async () => {
      const id = await subject.submit('hers', { ...ada, phone });
      await subject.submit('his', { firstName: 'Carlos', phone });
      await subject.submit('again', ada);
      await subject.edit(id, { firstName: 'Adah', phone: '5550108888' });
      expect(await formerOf(id), kept).toEqual(['n:ada', `p:${phone}`]);
      await subject.backOffice.eraseLead('hers', second(20));
      expect(await formerOf(id), kept).toEqual(['n:ada', `p:${phone}`]); // another says each of them
      await subject.backOffice.eraseLead('again', second(20));
      expect(await formerOf(id), kept).toEqual([`p:${phone}`]);
      await subject.backOffice.eraseLead('his', second(20));
      expect([await formerOf(id), await named('adah')], kept).toEqual([[], [id]]); // it has its own name still

      // The way to leave a shared contact to the other person.
      await subject.submit('theirs', { firstName: 'Eve', phone: '5550108888' });
      await subject.edit(id, { firstName: 'Eve', email: '' });
      expect(await formerOf(id), kept).toBeUndefined();

      await subject.edit(id, { firstName: 'Eva' });
      await subject.backOffice.erase(id, second(7));
      expect([await named('eva'), await mended(id)]).toEqual([[], []]);
    });

    it('is found by what only it says, once the lead that said it is erased', async () => {
      const id = await subject.submit('his', { firstName: 'Karl', lastName: 'Braun', phone });
      await subject.submit('hers', { firstName: 'Rosa', phone });
      expect([await named('karl'), await formerOf(id)], now).toEqual([[], undefined]); // its lead is found
      await subject.backOffice.eraseLead('his', second(20));
      expect([await named('karl br'), await named('rosa')], now).toEqual([[id], []]);
      await subject.edit(id, { firstName: 'Rosa', lastName: '' });
      expect([await named('karl'), await formerOf(id)], kept).toEqual([[], undefined]);
      await subject.edit(id, { email: 'rosa@example.com', phone: '5550108888' });
      expect(await mendedTo({ phoneEnd: '8888' }), now).toEqual([id]);
    });

    it('has the former values that edits at once replaced', async () => {
      const id = await subject.submit('a', { ...ada, lastName: 'Byron', phone });
      await Promise.all([
        subject.edit(id, { firstName: 'Adah' }),
        subject.edit(id, { phone: '5550108888' }),
        subject.edit(id, { lastName: 'King' }),
      ]);
      expect((await formerOf(id))?.toSorted(), kept).toEqual(['n:ada byron', `p:${phone}`]);
      expect(await named('adah king'), now).toEqual([id]);
    });
  });
}
