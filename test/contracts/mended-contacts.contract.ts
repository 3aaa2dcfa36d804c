import { beforeEach, describe, expect, it } from 'vitest';
import type { BackOffice } from '../../src/application/ports/outbound/back-office.ts';
import type { Crm } from '../../src/application/ports/outbound/crm.ts';
import { type Contact, type IdentityKey, identityKeys } from '../../src/domain/contact.ts';
import type { LeadDraft } from '../../src/domain/lead.ts';
import { type ContactDraft, editContact, parseEdit } from '../../src/domain/mended-contact.ts';
import { byId, dealOf, leadOf, shown } from '../../src/testing/samples.ts';

const at = new Date('2026-03-01T10:00:00Z');
const phone = '5550109999';
const ada = { firstName: 'Ada', email: 'ada@example.com' };
const bob = { firstName: 'Bob', email: 'bob@example.com' };

/** What every back office promises of contacts that operators mend. */
export function mendedContactsContract(make: () => Promise<{ crm: Crm; backOffice: BackOffice }>): void {
  let crm: Crm;
  let backOffice: BackOffice;
  beforeEach(async () => {
    ({ crm, backOffice } = await make());
  });

  const keep = (draft: LeadDraft) => crm.upsertContact(leadOf(draft).customer);

  /** Like a vendor's lead: first its contact, then its deal. */
  async function submit(id: string, draft: LeadDraft): Promise<string> {
    const contactId = await keep(draft);
    await crm.addDeal(dealOf(draft, { id, contactId }));
    return contactId;
  }

  async function contact(id: string): Promise<Contact> {
    const found = (await backOffice.contact({ id }))?.contact;
    if (!found) throw new Error(`no contact ${id}`);
    return found;
  }
  const holder = async (key: IdentityKey) => (await backOffice.contact({ key }))?.contactId;

  const edit = (id: string, draft: ContactDraft) => {
    const parsed = parseEdit(draft);
    return backOffice.changeContact(
      id,
      identityKeys({ email: parsed.email, phone: parsed.phone }),
      (known, others) => editContact(known, parsed, others),
    );
  };

  describe('the search for contacts', () => {
    const idsOf = (contacts: readonly Contact[]) => contacts.map(({ id }) => id);
    const found = async (sought: { key: IdentityKey } | { name: string }, limit = 9) =>
      idsOf(await backOffice.contacts({ ...sought, limit }));

    it('finds everybody who gave a phone, not only its holder', async () => {
      const ids = [await keep({ ...ada, phone }), await keep({ ...bob, phone: `1${phone}` })];
      const eve = await keep({ firstName: 'Eve', email: 'eve@example.com' });
      await keep({ email: 'eve@example.com', phone }); // fills a blank of hers
      await keep({ email: 'other@example.com', phone: '5550100000' });
      expect(await found({ key: `p:${phone}` })).toEqual([...ids, eve].sort());
      expect(await found({ key: `p:${phone}` }, 2)).toEqual([...ids, eve].sort().slice(0, 2));
      expect(await found({ key: 'e:ada@example.com' })).toEqual([ids[0]]);
      expect(await found({ key: 'e:nobody@example.com' })).toEqual([]);
    });

    it('finds whoever has a lead that came with it, until that is erased', async () => {
      const contactId = await submit('hers', { ...ada, phone });
      await submit('his', { firstName: 'Carlos', phone });
      await submit('second', { ...ada, phone: '5550100002' }); // the contact has a phone already
      await edit(contactId, { phone: '5550100003' });
      for (const key of [`p:${phone}`, 'p:5550100002', 'p:5550100003'] as const)
        expect([key, await found({ key })]).toEqual([key, [contactId]]);
      await backOffice.eraseLead('second');
      expect(await found({ key: 'p:5550100002' })).toEqual([]);
      await backOffice.eraseLead('his');
      expect(await found({ key: `p:${phone}` })).toEqual([contactId]); // still in hers
      await backOffice.erase(contactId, at);
      expect(await found({ key: `p:${phone}` })).toEqual([]);
    });

    it('finds the kept contact by what the leads of a merged one came with', async () => {
      const kept = await submit('hers', ada);
      const gone = await submit('his', { ...bob, phone });
      await edit(gone, { phone: '5550100003' });
      await backOffice.merge(kept, gone, at);
      expect(await found({ key: `p:${phone}` })).toEqual([kept]);
    });

    it('finds by any part of a name, ignoring case and how accents are composed', async () => {
      const lovelace = await keep({ ...ada, lastName: 'Lovelace' });
      const jose = await keep({ firstName: 'José (Pepe)', lastName: 'Núñez', email: 'jose@example.com' });
      for (const name of ['ada', 'LOVE', 'lace  ad'])
        expect([name, await found({ name })]).toEqual([name, [lovelace]]);
      for (const name of ['josé nú', 'JOSE\u0301', '(pepe)'])
        expect([name, await found({ name })]).toEqual([name, [jose]]);
      expect(await found({ name: 'e' })).toEqual([lovelace, jose].sort());
      for (const name of ['ada núñez', '.*', 'a.a', 'example'])
        expect([name, await found({ name })]).toEqual([name, []]);
    });

    it('does not find an erased contact, nor an old phone', async () => {
      const first = await keep({ ...ada, phone });
      const second = await keep({ ...bob, phone });
      await edit(second, { phone: '5550100000' });
      expect(await found({ key: `p:${phone}` })).toEqual([first]);
      await backOffice.erase(first, at);
      for (const sought of [{ key: `p:${phone}` }, { name: 'Ada' }] as const)
        expect(await found(sought)).toEqual([]);
      expect(await found({ key: 'p:5550100000' })).toEqual([second]);
    });
  });

  describe('an edit', () => {
    it('replaces the key with the value: leads find the contact by the new phone, and no longer by the old', async () => {
      const id = await submit('lead-1', { ...ada, phone });
      const before = await contact(id);
      const changed = await edit(id, { phone: '555 010 0000', lastName: 'Byron', zip: '' });
      const after = await contact(id);
      expect(changed).toEqual({ before, after });
      expect(shown(after)).toMatchObject({
        ...ada,
        lastName: 'Byron',
        phone: '5550100000',
        keys: ['e:ada@example.com', 'p:5550100000'],
      });
      expect(await keep({ phone: '15550100000' })).toBe(id);
      expect(await keep({ phone })).not.toBe(id);
    });

    it('empties fields, and a lead fills them again', async () => {
      const id = await keep({ ...ada, lastName: 'Byron', phone, zip: '94107' });
      await edit(id, { lastName: '', email: '', zip: ' ' });
      const { lastName, email, zip, keys } = await contact(id);
      expect([lastName, email, zip, keys]).toEqual([undefined, undefined, undefined, [`p:${phone}`]]);
      expect(await keep({ email: 'new@example.com', phone, zip: '10001' })).toBe(id);
      expect(shown(await contact(id))).toMatchObject({ email: 'new@example.com', zip: '10001' });
    });

    it('is decided among those who hold the new keys, and writes nothing if it is refused', async () => {
      const [first, second] = [await keep({ ...ada, phone }), await keep(bob)];
      const before = await contact(second);
      const refused = edit(second, { firstName: 'Rob', email: 'ADA@example.com' });
      await expect(refused).rejects.toMatchObject({
        reason: 'key-held',
        message: expect.stringContaining(first),
      });
      expect(await contact(second)).toEqual(before);

      await edit(second, { phone });
      expect(shown(await contact(second))).toMatchObject({ phone, keys: ['e:bob@example.com'] });
      expect(await keep({ phone })).toBe(first);
    });

    it('does nothing to a contact that does not exist or is erased', async () => {
      const id = await keep(ada);
      await backOffice.erase(id, at);
      for (const none of [id, 'nobody']) expect(await edit(none, { zip: '1' })).toBeUndefined();
    });

    it('loses none of 50 submissions that arrive meanwhile, and each finds a contact that it fits', async () => {
      const id = await keep({ ...ada, phone });
      const told: LeadDraft[] = [
        { ...ada, phone },
        { phone },
        { ...ada, zip: '94107' },
        { phone: '5550100000', lastName: 'Lee' },
      ];
      const submissions = Array.from({ length: 50 }, (_, n) => submit(`lead-${n}`, told[n % 4] ?? {}));
      await Promise.all([edit(id, { phone: '5550100000' }), ...submissions]);
      const family = new Map<string, Contact>();
      for (let n = 0; n < 50; n += 1) {
        const kept = await backOffice.lead(`lead-${n}`);
        if (!kept?.contact) throw new Error(`lead-${n} has no contact`);
        family.set(kept.contact.id, kept.contact);
        if (told[n % 4]?.email) expect(kept.contact.email?.value).toBe(ada.email);
      }
      const keys = [...family.values()].flatMap((each) => each.keys);
      expect(keys).toHaveLength(new Set(keys).size);
      expect(await holder('e:ada@example.com')).toBe(id);
    });

    it('of 20 edits that want the same email, one gets it', async () => {
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, n) => keep({ email: `${n}@example.com` })),
      );
      const outcomes = await Promise.allSettled(ids.map((id) => edit(id, { email: 'one@example.com' })));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await holder('e:one@example.com')).toBe(
        ids[outcomes.findIndex(({ status }) => status === 'fulfilled')],
      );
    });
  });

  describe('a merge', () => {
    async function two() {
      const kept = await submit('of-kept', { ...ada, zip: '94107' });
      const gone = await submit('of-gone', { ...bob, lastName: 'Byron', phone, zip: '10001' });
      return { kept, gone };
    }

    it('gives the kept contact the keys, the deals and what fills its blanks', async () => {
      const { kept, gone } = await two();
      await backOffice.merge(kept, gone, at);
      const whole = await contact(kept);
      expect(shown(whole)).toEqual({
        id: kept,
        ...ada,
        lastName: 'Byron',
        phone,
        zip: '94107',
        keys: ['e:ada@example.com', 'e:bob@example.com', `p:${phone}`],
      });
      expect((await backOffice.lead('of-gone'))?.deal.contactId).toBe(kept);
      for (const told of [ada, bob, { phone }]) expect(await keep(told)).toBe(kept);
      expect(await contact(kept)).toEqual(whole);
    });

    it('leaves the id that goes as a pointer, for everything that is asked by it', async () => {
      const { kept, gone } = await two();
      await backOffice.merge(kept, gone, at);
      const record = await backOffice.contact({ id: gone });
      expect(record).toMatchObject({
        contactId: kept,
        contact: { firstName: 'Ada' },
        deals: 2,
        merged: [gone],
      });
      expect(await backOffice.contact({ id: kept })).toEqual(record);
      for (const contactId of [kept, gone])
        expect(await backOffice.deals({ contactId, limit: 9 })).toHaveLength(2);
      await edit(gone, { lastName: 'King' });
      expect((await contact(kept)).lastName).toBe('King');
      await backOffice.erase(gone, at);
      expect(await backOffice.contact({ id: kept })).toMatchObject({ contact: undefined, erased: at });
      expect(await backOffice.contact({ id: gone })).toMatchObject({ contactId: kept, erased: at });
      for (const id of ['of-kept', 'of-gone']) {
        const lead = await backOffice.lead(id);
        expect([id, lead?.deal.notes, lead?.erased]).toEqual([id, '', at]);
      }
      expect(await backOffice.contacts({ name: 'b', limit: 9 })).toEqual([]);
      expect(await keep(bob)).not.toBe(kept);
    });

    it('is undone by no edit of the kept contact: only the key of the value that changes goes', async () => {
      const { kept, gone } = await two();
      await backOffice.merge(kept, gone, at);
      await edit(kept, { email: 'new@example.com' });
      expect((await contact(kept)).keys).toEqual(['e:bob@example.com', `p:${phone}`, 'e:new@example.com']);
      expect(await keep(bob)).toBe(kept);
    });

    it('finds the kept contact for a lead whose deal is added only afterwards', async () => {
      const { kept, gone } = await two();
      await backOffice.merge(kept, gone, at);
      await crm.addDeal(dealOf(bob, { id: 'late', contactId: gone }));
      const lead = await backOffice.lead('late');
      expect([lead?.deal.contactId, lead?.contact?.firstName]).toEqual([kept, 'Ada']);
      expect(await backOffice.deals({ contactId: kept, limit: 9 })).toHaveLength(3);
      await backOffice.merge(kept, gone, at);
      await backOffice.erase(kept, at);
      expect((await backOffice.lead('late'))?.deal.notes).toBe('');
    });

    it('of three contacts, in any order, leads all ids to the last one', async () => {
      const { kept, gone } = await two();
      const last = await submit('of-last', { email: 'last@example.com' });
      await backOffice.merge(kept, gone, at);
      await backOffice.merge(last, kept, at);
      for (const id of [kept, gone, last]) expect((await backOffice.contact({ id }))?.contactId).toBe(last);
      expect((await backOffice.contact({ id: last }))?.merged).toHaveLength(2);
      for (const told of [ada, bob, { phone }]) expect(await keep(told)).toBe(last);
    });

    it('does nothing with itself, with nobody or with an erased contact', async () => {
      const { kept, gone } = await two();
      const before = [await contact(kept), await contact(gone)];
      await backOffice.erase(await keep({ email: 'eve@example.com' }), at);
      for (const [one, other] of [
        [kept, kept],
        [kept, 'nobody'],
        ['nobody', gone],
      ] as const)
        await backOffice.merge(one, other, at);
      expect([await contact(kept), await contact(gone)]).toEqual(before);
    });

    it('loses none of 50 submissions that arrive meanwhile, and each finds the kept contact', async () => {
      const { kept, gone } = await two();
      const told = [bob, { phone }, { ...bob, phone }, ada, { ...bob, zip: '20002' }];
      const submissions = Array.from({ length: 50 }, (_, n) => submit(`lead-${n}`, told[n % 5] ?? {}));
      await Promise.all([backOffice.merge(kept, gone, at), ...submissions]);
      for (let n = 0; n < 50; n += 1)
        expect([n, (await backOffice.lead(`lead-${n}`))?.deal.contactId]).toEqual([n, kept]);
      expect((await backOffice.contact({ id: kept }))?.deals).toBe(52);
      expect((await contact(kept)).keys).toEqual(
        expect.arrayContaining(['e:ada@example.com', 'e:bob@example.com', `p:${phone}`]),
      );
      expect(byId(await backOffice.contacts({ key: `p:${phone}`, limit: 9 }))).toEqual([await contact(kept)]);
    });

    it('takes the phone back from another person who gave it meanwhile, and leaves them their own contact', async () => {
      for (let n = 0; n < 10; n += 1) {
        const shared = `55501020${10 + n}`;
        const kept = await keep({ email: `kept-${n}@example.com` });
        const gone = await keep({ email: `gone-${n}@example.com`, phone: shared });
        const kids = Array.from({ length: 10 }, (_, k) =>
          keep({ email: `kid-${n}-${k}@example.com`, phone: shared }),
        );
        await Promise.all([backOffice.merge(kept, gone, at), ...kids]);
        expect(await holder(`p:${shared}`)).toBe(kept);
        for (const [k, kid] of (await Promise.all(kids)).entries()) {
          expect(kid).not.toBe(kept);
          expect((await contact(kid)).keys).toEqual([`e:kid-${n}-${k}@example.com`]);
        }
      }
    });

    it('by two operators at once has one outcome', async () => {
      const { kept, gone } = await two();
      await Promise.all(Array.from({ length: 8 }, () => backOffice.merge(kept, gone, at)));
      expect((await contact(kept)).keys).toHaveLength(3);
      expect((await backOffice.contact({ id: gone }))?.contactId).toBe(kept);
    });
  });

  it('merging two contacts into each other at once keeps one of them, with the keys of both', async () => {
    for (let n = 0; n < 20; n += 1) {
      const one = await submit(`one-${n}`, { email: `one-${n}@example.com` });
      const other = await submit(`other-${n}`, { email: `other-${n}@example.com` });
      await Promise.all([backOffice.merge(one, other, at), backOffice.merge(other, one, at)]);
      const kept = (await backOffice.contact({ id: one }))?.contactId;
      expect([one, other]).toContain(kept);
      for (const key of [`e:one-${n}@example.com`, `e:other-${n}@example.com`] as const)
        expect([n, await holder(key)]).toEqual([n, kept]);
      expect((await backOffice.contact({ id: other }))?.deals).toBe(2);
    }
  });

  it('bringing the keys up to date changes nothing that is up to date', async () => {
    const ids = [await keep({ ...ada, phone }), await keep({ ...bob, phone })];
    const before = await Promise.all(ids.map(contact));
    expect(await backOffice.rekey()).toEqual({ contacts: 2, changed: 0, alike: [] });
    expect(await Promise.all(ids.map(contact))).toEqual(before);
  });
}
