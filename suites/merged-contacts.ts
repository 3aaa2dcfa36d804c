import { describe, expect, it } from 'vitest';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { ada, bob, correctedAt, phone, second } from './operator-samples.ts';
import { byId, shown } from './samples.ts';

const pointed =
  'the id that went does not lead to the contact that is kept now: follow it everywhere, to the end';
const beside = 'the merge lost what came in beside it: look for it again once the keys have changed hands';
const apart =
  'merges at once left contacts apart or a part of one behind: look what both are now, and begin anew';

/** Tests how two contacts become one. */
export function mergedContacts(subject: BackOfficeSubject): void {
  describe('a merge', () => {
    async function two() {
      const kept = await subject.submit('of-kept', { ...ada, zip: '94107' });
      const gone = await subject.submit('of-gone', { ...bob, lastName: 'Byron', phone, zip: '10001' });
      return { kept, gone };
    }

    it('gives the kept contact the keys, the deals and what fills its blanks', async () => {
      const { kept, gone } = await two();
      await subject.contacts.merge(kept, gone, correctedAt(second(7)));
      const whole = await subject.contact(kept);
      expect(shown(whole)).toEqual({
        id: kept,
        ...ada,
        lastName: 'Byron',
        phone,
        zip: '94107',
        keys: ['e:ada@example.com', 'e:bob@example.com', `p:${phone}`],
      });
      expect((await subject.kept('of-gone'))?.contactId, pointed).toBe(kept);
      for (const told of [ada, bob, { phone }]) expect(await subject.keep(told)).toBe(kept);
      expect(await subject.contact(kept)).toEqual(whole);
    });

    it('leaves the id that goes as a pointer, for everything that is asked by it', async () => {
      const { kept, gone } = await two();
      await subject.contacts.merge(kept, gone, correctedAt(second(7)));
      const record = await subject.contacts.contact({ id: gone });
      expect(record).toMatchObject({
        contactId: kept,
        contact: { firstName: 'Ada' },
        deals: 2,
        merged: [gone],
      });
      expect(await subject.contacts.contact({ id: kept }), pointed).toEqual(record);
      for (const contactId of [kept, gone])
        expect(await subject.leads.deals({ contactId, limit: 9 }), pointed).toHaveLength(2);
      await subject.edit(gone, { lastName: 'King' });
      expect((await subject.contact(kept)).lastName).toBe('King');
      await subject.erasure.erase(gone, second(7));
      for (const id of [kept, gone]) {
        const { contactId, contact, erased } = (await subject.contacts.contact({ id })) ?? {};
        expect([contactId, contact, erased]).toEqual([kept, undefined, second(7)]);
      }
      for (const id of ['of-kept', 'of-gone']) {
        const lead = await subject.leads.lead(id);
        expect([id, lead?.deal.notes, lead?.erased]).toEqual([id, '', second(7)]);
      }
      expect(await subject.contacts.contacts({ name: 'b', limit: 9 })).toEqual([]);
      expect(await subject.keep(bob)).not.toBe(kept);
    });

    it('is undone by no edit of the kept contact: only the key of the value that changes goes', async () => {
      const { kept, gone } = await two();
      await subject.contacts.merge(kept, gone, correctedAt(second(7)));
      await subject.edit(kept, { email: 'new@example.com' });
      expect((await subject.contact(kept)).keys).toEqual([
        'e:bob@example.com',
        `p:${phone}`,
        'e:new@example.com',
      ]);
      expect(await subject.keep(bob)).toBe(kept);
    });

    it('of three contacts, in any order, leads all ids to the last one', async () => {
      const { kept, gone } = await two();
      const last = await subject.submit('of-last', { email: 'last@example.com' });
      await subject.contacts.merge(kept, gone, correctedAt(second(7)));
      await subject.contacts.merge(last, kept, correctedAt(second(7)));
      for (const id of [kept, gone, last])
        expect((await subject.contacts.contact({ id }))?.contactId, pointed).toBe(last);
      expect((await subject.contacts.contact({ id: last }))?.merged, pointed).toHaveLength(2);
      for (const told of [ada, bob, { phone }]) expect(await subject.keep(told)).toBe(last);
    });

    it('does nothing with itself, with nobody or with an erased contact', async () => {
      const { kept, gone } = await two();
      const before = [await subject.contact(kept), await subject.contact(gone)];
      await subject.erasure.erase(await subject.keep({ email: 'eve@example.com' }), second(7));
      for (const [one, other] of [
        [kept, kept],
        [kept, 'nobody'],
        ['nobody', gone],
      ] as const)
        await subject.contacts.merge(one, other, correctedAt(second(7)));
      expect([await subject.contact(kept), await subject.contact(gone)]).toEqual(before);
    });

    it('loses none of 50 submissions that arrive meanwhile, and each finds the kept contact', async () => {
      const { kept, gone } = await two();
      const told = [bob, { phone }, { ...bob, phone }, ada, { ...bob, zip: '20002' }];
      const submissions = Array.from({ length: 50 }, (_, n) =>
        subject.submit(`lead-${n}`, told[n % 5] ?? {}),
      );
      await Promise.all([subject.contacts.merge(kept, gone, correctedAt(second(7))), ...submissions]);
      for (let n = 0; n < 50; n += 1)
        expect([n, (await subject.kept(`lead-${n}`))?.contactId], beside).toEqual([n, kept]);
      expect((await subject.contacts.contact({ id: kept }))?.deals, beside).toBe(52);
      expect((await subject.contact(kept)).keys).toEqual(
        expect.arrayContaining(['e:ada@example.com', 'e:bob@example.com', `p:${phone}`]),
      );
      expect(byId(await subject.contacts.contacts({ key: `p:${phone}`, limit: 9 }))).toEqual([
        await subject.contact(kept),
      ]);
    });

    it('takes the phone back from another person who gave it meanwhile, and leaves them their own contact', async () => {
      for (let n = 0; n < 10; n += 1) {
        const shared = `55501020${10 + n}`;
        const kept = await subject.keep({ email: `kept-${n}@example.com` });
        const gone = await subject.keep({ email: `gone-${n}@example.com`, phone: shared });
        const kids = Array.from({ length: 10 }, (_, k) =>
          subject.keep({ email: `kid-${n}-${k}@example.com`, phone: shared }),
        );
        await Promise.all([subject.contacts.merge(kept, gone, correctedAt(second(7))), ...kids]);
        expect(await subject.holder(`p:${shared}`), beside).toBe(kept);
        for (const [k, kid] of (await Promise.all(kids)).entries()) {
          expect(kid, beside).not.toBe(kept);
          expect((await subject.contact(kid)).keys).toEqual([`e:kid-${n}-${k}@example.com`]);
        }
      }
    });

    it('by two operators at once has one outcome', async () => {
      const { kept, gone } = await two();
      await Promise.all(
        Array.from({ length: 8 }, () => subject.contacts.merge(kept, gone, correctedAt(second(7)))),
      );
      const cause = 'merges ran over each other: one after the other, and the second does nothing';
      expect((await subject.contact(kept)).keys, cause).toHaveLength(3);
      expect((await subject.contacts.contact({ id: gone }))?.contactId, cause).toBe(kept);
    });
  });

  it('merging two contacts into each other at once keeps one of them, with the keys of both', async () => {
    for (let n = 0; n < 5; n += 1) {
      const one = await subject.submit(`one-${n}`, { email: `one-${n}@example.com` });
      const other = await subject.submit(`other-${n}`, { email: `other-${n}@example.com` });
      await Promise.all([
        subject.contacts.merge(one, other, correctedAt(second(7))),
        subject.contacts.merge(other, one, correctedAt(second(7))),
      ]);
      const kept = (await subject.contacts.contact({ id: one }))?.contactId;
      expect([one, other], apart).toContain(kept);
      for (const key of [`e:one-${n}@example.com`, `e:other-${n}@example.com`] as const)
        expect([n, await subject.holder(key)], apart).toEqual([n, kept]);
      expect((await subject.contacts.contact({ id: other }))?.deals, apart).toBe(2);
    }
  });

  it('merging three contacts at once, in a chain or a circle, keeps one of them, and an erasure finds everything', async () => {
    for (let n = 0; n < 8; n += 1) {
      const people = ['a', 'b', 'c'].map((name) => `${name}-${n}`);
      const [a = '', b = '', c = ''] = await Promise.all(
        people.map((name) => subject.submit(name, { email: `${name}@example.com` })),
      );
      const chain: [string, string][] = [
        [b, a],
        [c, b],
      ];
      const merges = (n % 2 > 0 ? [...chain, [a, c] as const] : chain).map(
        ([kept, gone]) =>
          () =>
            subject.contacts.merge(kept, gone, correctedAt(second(7))),
      );
      const outcomes = await Promise.allSettled(merges.map((merge) => merge()));
      // A merge may fail while the others run: the same call completes the work.
      for (const [at, { status }] of outcomes.entries()) if (status === 'rejected') await merges[at]?.();
      const kept = (await subject.contacts.contact({ id: a }))?.contactId ?? '';
      expect([n, await subject.contacts.contact({ id: kept })], apart).toMatchObject([n, { deals: 3 }]);
      for (const name of people)
        expect([n, await subject.holder(`e:${name}@example.com`)], apart).toEqual([n, kept]);
      await subject.erasure.erase(kept, second(7));
      for (const name of people) expect((await subject.kept(name))?.notes, apart).toBe('');
    }
  });
}
