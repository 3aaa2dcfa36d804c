import { describe, expect, it } from 'vitest';
import type { Contact } from '../src/domain/contact.ts';
import type { LeadDraft } from '../src/domain/lead.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { ada, bob, phone, second } from './operator-samples.ts';
import { shown } from './samples.ts';

/** Tests how operators correct a contact. */
export function editedContacts(subject: BackOfficeSubject): void {
  describe('an edit', () => {
    it('replaces the key with the value: leads find the contact by the new phone, and no longer by the old', async () => {
      const id = await subject.submit('lead-1', { ...ada, phone });
      const before = await subject.contact(id);
      const changed = await subject.edit(id, { phone: '555 010 0000', lastName: 'Byron', zip: '' });
      const after = await subject.contact(id);
      expect(changed).toEqual({ before, after });
      expect(shown(after)).toMatchObject({
        ...ada,
        lastName: 'Byron',
        phone: '5550100000',
        keys: ['e:ada@example.com', 'p:5550100000'],
      });
      expect(await subject.keep({ phone: '15550100000' })).toBe(id);
      const cause = 'the contact still holds the old key: replace its keys with those that were decided';
      expect(await subject.keep({ phone }), cause).not.toBe(id);
    });

    it('empties fields, and a lead fills them again', async () => {
      const id = await subject.keep({ ...ada, lastName: 'Byron', phone, zip: '94107' });
      await subject.edit(id, { lastName: '', email: '', zip: ' ' });
      const { lastName, email, zip, keys } = await subject.contact(id);
      expect([lastName, email, zip, keys]).toEqual([undefined, undefined, undefined, [`p:${phone}`]]);
      expect(await subject.keep({ email: 'new@example.com', phone, zip: '10001' })).toBe(id);
      expect(shown(await subject.contact(id))).toMatchObject({ email: 'new@example.com', zip: '10001' });
    });

    it('is decided among those who hold the new keys, and writes nothing if it is refused', async () => {
      const [first, second] = [await subject.keep({ ...ada, phone }), await subject.keep(bob)];
      const before = await subject.contact(second);
      const refused = subject.edit(second, { firstName: 'Rob', email: 'ADA@example.com' });
      await expect(refused).rejects.toMatchObject({
        reason: 'key-held',
        message: expect.stringContaining(first),
      });
      const left = 'something was written although the decision threw';
      expect(await subject.contact(second), left).toEqual(before);

      await subject.edit(second, { phone });
      expect(shown(await subject.contact(second))).toMatchObject({ phone, keys: ['e:bob@example.com'] });
      expect(await subject.keep({ phone })).toBe(first);
    });

    it('does nothing to a contact that does not exist or is erased', async () => {
      const id = await subject.keep(ada);
      await subject.erasure.erase(id, second(7));
      for (const none of [id, 'nobody']) expect(await subject.edit(none, { zip: '1' })).toBeUndefined();
    });

    it('loses none of 50 submissions that arrive meanwhile, and each finds a contact that it fits', async () => {
      const id = await subject.keep({ ...ada, phone });
      const told: LeadDraft[] = [
        { ...ada, phone },
        { phone },
        { ...ada, zip: '94107' },
        { phone: '5550100000', lastName: 'Lee' },
      ];
      const submissions = Array.from({ length: 50 }, (_, n) =>
        subject.submit(`lead-${n}`, told[n % 4] ?? {}),
      );
      await Promise.all([subject.edit(id, { phone: '5550100000' }), ...submissions]);
      const family = new Map<string, Contact>();
      for (let n = 0; n < 50; n += 1) {
        const kept = await subject.leads.lead(`lead-${n}`);
        if (!kept?.contact) throw new Error(`lead-${n} has no contact`);
        family.set(kept.contact.id, kept.contact);
        const fits =
          'a lead got a contact that is not its customer’s: decide anew if it changed since it was read';
        if (told[n % 4]?.email) expect(kept.contact.email?.value, fits).toBe(ada.email);
      }
      const keys = [...family.values()].flatMap((each) => each.keys);
      const cause = 'two contacts hold one key: make the identity keys unique in the store';
      expect(keys.length, cause).toBe(new Set(keys).size);
      expect(await subject.holder('e:ada@example.com')).toBe(id);
    });

    it('of 20 edits that want the same email, one gets it', async () => {
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, n) => subject.keep({ email: `${n}@example.com` })),
      );
      const outcomes = await Promise.allSettled(
        ids.map((id) => subject.edit(id, { email: 'one@example.com' })),
      );
      const cause = 'several contacts got one email: make the identity keys unique in the store';
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length, cause).toBe(1);
      expect(await subject.holder('e:one@example.com')).toBe(
        ids[outcomes.findIndex(({ status }) => status === 'fulfilled')],
      );
    });
  });
}
