import { describe, expect, it } from 'vitest';
import { inexact, lookalikeEmails } from './lookalikes.ts';
import type { Subject } from './subject.ts';

const placed = '`placeCustomer` decides among the holders of any of the keys: give it all of them';
const byIdentity = 'one customer got two contacts: look for `identityKeys`, not for what was typed';

export function matchedContacts(subject: Subject): void {
  describe('a contact is matched', () => {
    it('by its email, ignoring case', async () => {
      const ann = await subject.keep({ email: 'Ann@Example.com' });
      expect(await subject.keep({ email: 'ann@example.COM' }), byIdentity).toBe(ann);
      expect(await subject.contact(ann)).toMatchObject({ email: 'Ann@Example.com' });
    });

    it.each([
      ['JOSÉ@example.com', 'josé@example.com'],
      ['ИВАН@почта.example.com', 'иван@ПОЧТА.example.com'],
    ])('by its email, ignoring case in any script: %s', async (upper, lower) => {
      expect(await subject.keep({ email: lower }), byIdentity).toBe(await subject.keep({ email: upper }));
    });

    it.each([
      ['with an accent composed or not', 'jose\u0301@example.com', 'josé@example.com'],
      ['with its domain in any script or in ASCII', 'ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ])('by its email, %s', async (_, one, other) => {
      const ann = await subject.keep({ email: one });
      expect(await subject.keep({ email: other }), byIdentity).toBe(ann);
      expect(await subject.contact(ann)).toMatchObject({ email: one });
    });

    it('not by an email that only looks alike', async () => {
      const ids = [];
      for (const email of lookalikeEmails) ids.push(await subject.keep({ email }));
      const kept = await Promise.all(ids.map((id) => subject.contact(id)));
      expect(
        kept.map((contact) => contact?.email),
        inexact,
      ).toEqual(lookalikeEmails);
      for (const [index, email] of lookalikeEmails.entries()) {
        expect([email, await subject.keep({ email })], inexact).toEqual([email, ids[index]]);
      }
    });

    it('by its phone, with or without the leading 1', async () => {
      const ann = await subject.keep({ phone: '+1 (212) 555-0123' });
      expect(await subject.keep({ phone: '212 555 0123' }), byIdentity).toBe(ann);
      expect(await subject.contact(ann)).toMatchObject({ phone: '12125550123' });
    });

    it('by its phone if the contact has no email, which it then gets', async () => {
      const ann = await subject.keep({ phone: '2125550123' });
      expect(await subject.keep({ email: 'ann@example.com', phone: '2125550123' }), placed).toBe(ann);
      expect(await subject.keep({ email: 'ann@example.com' })).toBe(ann);
    });

    it('not by its phone if both have an email, because families share phones', async () => {
      const ann = await subject.keep({ email: 'ann@example.com', phone: '2125550123' });
      const ben = await subject.keep({ email: 'ben@example.com', phone: '2125550123' });
      expect(ben, placed).not.toBe(ann);
      expect(await subject.contact(ben)).toMatchObject({ phone: '2125550123', keys: ['e:ben@example.com'] });
      expect(await subject.keep({ phone: '2125550123' })).toBe(ann);
    });

    it('by its email before its phone, and nothing is merged', async () => {
      const ann = await subject.keep({ email: 'ann@example.com' });
      const ben = await subject.keep({ phone: '2125550123' });
      expect(await subject.keep({ email: 'ann@example.com', phone: '2125550123' }), placed).toBe(ann);
      expect(await subject.contact(ann)).toMatchObject({ phone: '2125550123', keys: ['e:ann@example.com'] });
      expect(await subject.keep({ phone: '2125550123' })).toBe(ben);
    });

    it('among more than a page of others', async () => {
      const emails = Array.from({ length: 250 }, (_, n) => `ann-${n}@example.com`);
      const ids = await subject.keepAll(emails.map((email) => ({ email })));
      expect(new Set(ids).size).toBe(emails.length);
      const again = await subject.keepAll(emails.map((email) => ({ email })));
      expect(again, 'a contact was not found among many: look for its keys, not in a list').toEqual(ids);
    });

    it('by nothing else: the same name does not match', async () => {
      const ann = await subject.keep({ firstName: 'Ann', email: 'ann@example.com' });
      expect(await subject.keep({ firstName: 'Ann', email: 'ann@example.org' })).not.toBe(ann);
    });
  });
}
