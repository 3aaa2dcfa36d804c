import { describe, expect, it } from 'vitest';
import { nameOf } from '../src/domain/name.ts';
import type { DealQuery } from '../src/operators/application/ports/outbound/kept-leads.ts';
import { presentCustomer } from '../src/operators/domain/work/worked-deal.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { ada, bob, correctedAt, phone, second } from './operator-samples.ts';

const kept = 'an edit or a merge writes into each deal of the contact what `mendedCustomer` returns for it';
const corrected =
  'a deal of which `correctedDeal` makes another has its `changedAt`, and is announced with it';
const found = 'a deal is found by what its customer is now, and by what was sent';

/** Tests what the leads of a corrected contact say. */
export function mendedContacts(subject: BackOfficeSubject): void {
  describe('a contact that was mended', () => {
    const john = { firstName: 'Jhon', lastName: 'Smiht', email: 'john@example.com', phone };
    /** Resolves to the present customer of a lead, and whether that is the customer as sent. */
    async function now(leadId: string) {
      const deal = await subject.kept(leadId);
      const customer = deal && presentCustomer(deal);
      return customer && [nameOf(customer), customer.phone?.value, deal.present === undefined];
    }
    const idsOf = async (matching: DealQuery['matching']) => (await subject.list({ matching })).toSorted();
    const named = (...words: string[]) => idsOf([{ words }]);

    it('writes what is right into its leads, and nothing into those of others who share it', async () => {
      const id = await subject.submit('his', john);
      await subject.submit('hers', { firstName: 'Maria', phone });
      await subject.edit(id, { firstName: 'John', lastName: 'Smith', phone: '5550108888' });
      const his = await subject.kept('his');
      expect(his?.customer, 'the customer as sent stays').toMatchObject({
        firstName: 'Jhon',
        phone: { value: phone },
      });
      expect([await now('his'), await now('hers')], kept).toEqual([
        ['John Smith', '5550108888', false],
        ['Maria', phone, true],
      ]);
      const [listed] = await subject.leads.deals({ matching: [{ id: 'his' }], limit: 9 });
      expect(listed?.present, kept).toEqual(his?.present);
      await subject.edit(id, { zip: '94107', phone: '' });
      expect(await now('his'), kept).toEqual(['John Smith', undefined, false]);
      await subject.edit(id, { phone: '5550107777' });
      expect(await now('his'), kept).toEqual(['John Smith', '5550107777', false]);
      await subject.edit(id, { firstName: 'Jhon', lastName: 'Smiht', phone });
      expect(await now('his'), kept).toEqual(['Jhon Smiht', phone, true]);
    });

    it('lets its leads be found by what they say now, also by what they did not say before', async () => {
      const id = await subject.submit('his', { firstName: 'Jhon', email: john.email });
      await subject.submit('other', { ...bob, lastName: 'Smith', phone: '5550108888' });
      await subject.edit(id, { firstName: 'John', lastName: 'Smith', phone: '5550107777' });
      expect([await named('jo', 'smi'), await named('jhon'), await named('smith')], found).toEqual([
        ['his'],
        ['his'],
        ['his', 'other'],
      ]);
      for (const [phoneEnd, ids] of [
        ['7777', ['his']],
        ['8888', ['other']],
        ['5550', []],
      ] as const)
        expect([phoneEnd, await idsOf([{ phoneEnd }])], found).toEqual([phoneEnd, ids]);
      expect(await idsOf([{ anyWords: ['smi', 'joh'] }]), found).toEqual(['his']);
      expect(await idsOf([{ said: 'p:5550107777' }]), found).toEqual(['his']);
      await subject.edit(id, { lastName: 'Smythe' });
      expect([await named('smith'), await named('smy')], found).toEqual([['other'], ['his']]);
    });

    it('by a merge, too: leads of the one that goes get the name of the kept one, and keep their phone', async () => {
      const keeps = await subject.submit('a', { ...ada, lastName: 'Byron' });
      const goes = await subject.submit('b', { ...bob, firstName: 'Adah', phone });
      await subject.submit('c', { ...bob, firstName: 'Rob' });
      await subject.contacts.merge(keeps, goes, correctedAt(second(7)));
      expect([await now('a'), await now('b'), await now('c')], kept).toEqual([
        ['Ada Byron', undefined, true],
        ['Ada Byron', phone, false],
        ['Rob', undefined, true],
      ]);
      expect(await named('byr'), found).toEqual(['a', 'b']);
    });

    it('is a change of each lead that says something else for it, at the time when it is written, and of no other', async () => {
      const told = new Set<string>();
      const telling = {
        announce({ id }: { readonly id: string }) {
          told.add(id);
          return [];
        },
      };
      const changed = async () =>
        (await subject.leads.deals({ changed: true, limit: 9 }))
          .map(({ id, changedAt }) => `${id} ${changedAt?.getUTCSeconds()}`)
          .toSorted();
      const id = await subject.submit('his', john);
      await subject.submit('hers', { firstName: 'Maria', phone });
      const other = await subject.submit('others', bob);
      await subject.edit(id, { zip: '94107' }, telling);
      expect([await changed(), [...told]], corrected).toEqual([[], []]);
      await subject.edit(id, { firstName: 'John' }, telling);
      expect([await changed(), [...told]], corrected).toEqual([['his 8'], ['his']]);
      await subject.contacts.merge(other, id, { ...correctedAt(second(9)), ...telling });
      expect([await changed(), [...told].toSorted()], corrected).toEqual([
        ['hers 9', 'his 9'],
        ['hers', 'his'],
      ]);
    });

    it('leaves a lead that comes afterwards as it was sent', async () => {
      const id = await subject.submit('a', ada);
      await subject.edit(id, { firstName: 'Adah' });
      await subject.submit('b', ada);
      expect([await now('a'), await now('b')], kept).toEqual([
        ['Adah', undefined, false],
        ['Ada', undefined, true],
      ]);
    });

    it('leaves nothing of it in a lead whose customer is erased, nor a key that this lead alone said', async () => {
      const id = await subject.submit('hers', { ...ada, phone });
      await subject.submit('his', bob);
      await subject.edit(id, { firstName: 'Adah', phone: '5550108888' });
      const kept = (await subject.kept('his'))?.contactId ?? '';
      await subject.contacts.merge(kept, id, correctedAt(second(7)));
      await subject.edit(kept, { phone: '' });
      await subject.edit(kept, { phone: '5550107777' });
      await subject.erasure.eraseLead('hers', second(20));
      const deal = await subject.kept('hers');
      expect([deal?.present, await named('adah'), await idsOf([{ phoneEnd: '8888' }])]).toEqual([
        undefined,
        [],
        [],
      ]);
      expect((await subject.contact(kept)).keys).toEqual(['e:bob@example.com', 'p:5550107777']);
    });

    it('writes what edits at once have made of it', async () => {
      const id = await subject.submit('a', { ...ada, lastName: 'Byron', phone });
      await Promise.all([
        subject.edit(id, { firstName: 'Adah' }),
        subject.edit(id, { phone: '5550108888' }),
        subject.edit(id, { lastName: 'King' }),
      ]);
      expect(await now('a'), kept).toEqual(['Adah King', '5550108888', false]);
      expect(await named('adah', 'king'), found).toEqual(['a']);
    });
  });
}
