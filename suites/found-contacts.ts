import { describe, expect, it } from 'vitest';
import type { Contact, IdentityKey } from '../src/domain/contact.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { ada, adasLead, bob, correctedAt, phone, second } from './operator-samples.ts';

const ofLeads = 'a contact is also found by the `saidKeys` of its deals, as long as they have them';
const spelt = '`hasName` says whether a contact has a name';

/** Tests how operators find contacts. */
export function foundContacts(subject: BackOfficeSubject): void {
  describe('a contact', () => {
    it('is found by its id and by each of its keys, with what is kept and how many deals it has', async () => {
      const draft = { lastName: 'Lovelace', phone: '555 010 9999', zip: '12345' };
      const { contactId } = await subject.deal('lead-1', {}, draft);
      await subject.deal('lead-2');
      await subject.deal('other', {}, { email: 'bob@example.com' });
      const found = await subject.contacts.contact({ id: contactId });
      expect(found).toEqual({
        contactId,
        contact: expect.objectContaining({ ...adasLead(draft).customer, id: contactId }),
        erased: undefined,
        deals: 2,
      });
      expect(await subject.contacts.contact({ key: 'e:ada@example.com' })).toEqual(found);
      expect(await subject.contacts.contact({ key: 'p:5550109999' })).toEqual(found);
    });
  });

  describe('the search for contacts', () => {
    const idsOf = (contacts: readonly Contact[]) => contacts.map(({ id }) => id);
    const found = async (sought: { key: IdentityKey } | { name: string }, limit = 9) =>
      idsOf(await subject.contacts.contacts({ ...sought, limit }));

    it('finds everybody who gave a phone, not only its holder', async () => {
      const ids = [await subject.keep({ ...ada, phone }), await subject.keep({ ...bob, phone: `1${phone}` })];
      const eve = await subject.keep({ firstName: 'Eve', email: 'eve@example.com' });
      await subject.keep({ email: 'eve@example.com', phone }); // fills a blank of this contact
      await subject.keep({ email: 'other@example.com', phone: '5550100000' });
      const cause = 'a contact is found by every key that it holds or shows, sorted by id';
      expect(await found({ key: `p:${phone}` }), cause).toEqual([...ids, eve].sort());
      expect(await found({ key: `p:${phone}` }, 2)).toEqual([...ids, eve].sort().slice(0, 2));
      expect(await found({ key: 'e:ada@example.com' })).toEqual([ids[0]]);
      expect(await found({ key: 'e:nobody@example.com' })).toEqual([]);
    });

    it('finds whoever has a lead that came with it, until that is erased', async () => {
      const contactId = await subject.submit('hers', { ...ada, phone });
      await subject.submit('his', { firstName: 'Carlos', phone });
      await subject.submit('second', { ...ada, phone: '5550100002' }); // the contact has a phone already
      await subject.edit(contactId, { phone: '5550100003' });
      for (const key of [`p:${phone}`, 'p:5550100002', 'p:5550100003'] as const)
        expect([key, await found({ key })], ofLeads).toEqual([key, [contactId]]);
      await subject.erasure.eraseLead('second', second(20));
      expect(await found({ key: 'p:5550100002' }), ofLeads).toEqual([]);
      await subject.erasure.eraseLead('his', second(20));
      expect(await found({ key: `p:${phone}` }), ofLeads).toEqual([contactId]); // still in hers
      await subject.erasure.erase(contactId, second(7));
      expect(await found({ key: `p:${phone}` })).toEqual([]);
    });

    it('finds the kept contact by what the leads of a merged one came with', async () => {
      const kept = await subject.submit('hers', ada);
      const gone = await subject.submit('his', { ...bob, phone });
      await subject.edit(gone, { phone: '5550100003' });
      await subject.contacts.merge(kept, gone, correctedAt(second(7)));
      expect(await found({ key: `p:${phone}` }), ofLeads).toEqual([kept]);
    });

    it('finds by any part of a name, ignoring case and how accents are composed', async () => {
      const lovelace = await subject.keep({ ...ada, lastName: 'Lovelace' });
      const jose = await subject.keep({
        firstName: 'José (Pepe)',
        lastName: 'Núñez',
        email: 'jose@example.com',
      });
      for (const name of ['ada', 'LOVE', 'lace  ad'])
        expect([name, await found({ name })], spelt).toEqual([name, [lovelace]]);
      for (const name of ['josé nú', 'JOSE\u0301', '(pepe)'])
        expect([name, await found({ name })], spelt).toEqual([name, [jose]]);
      for (const name of ['jose nun', 'é nuñe'])
        expect([name, await found({ name })], spelt).toEqual([name, [jose]]);
      expect(await found({ name: 'e' })).toEqual([lovelace, jose].sort());
      for (const name of ['ada núñez', '.*', 'a.a', 'example'])
        expect([name, await found({ name })], spelt).toEqual([name, []]);
    });

    it('finds a name however it is spelt, also once it was filled or mended', async () => {
      const id = await subject.keep({ ...ada, phone });
      await subject.keep({ ...ada, lastName: 'Wałęsa-O’Brien' });
      for (const name of ['walesa', "O'BRIEN", 'obrien ada'])
        expect([name, await found({ name })], spelt).toEqual([name, [id]]);
      await subject.edit(id, { lastName: 'Strauß' });
      expect(await found({ name: 'strauss' }), spelt).toEqual([id]);
      expect(await found({ name: 'walesa' })).toEqual([]);
    });

    it('does not find an erased contact, nor an old phone', async () => {
      const first = await subject.keep({ ...ada, phone });
      const bobs = await subject.keep(bob);
      for (const mended of [phone, '5550100000']) await subject.edit(bobs, { phone: mended });
      expect(await found({ key: `p:${phone}` })).toEqual([first]);
      await subject.erasure.erase(first, second(7));
      for (const sought of [{ key: `p:${phone}` }, { name: 'Ada' }] as const)
        expect(await found(sought)).toEqual([]);
      expect(await found({ key: 'p:5550100000' })).toEqual([bobs]);
    });
  });
}
