import { describe, expect, it } from 'vitest';
import type { LeadDraft } from '../src/domain/lead.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { ada, bob, phone } from './operator-samples.ts';
import { leadOf } from './samples.ts';

const seen = 'a contact without a deal is there for nobody: leave it out, or add both in one transaction';

/** Tests what becomes of a contact whose lead ended between the two, as by a crash. */
export function contactsWithoutDeals(subject: BackOfficeSubject): void {
  describe('a contact that no lead has got', () => {
    const given = { ...ada, lastName: 'Byron', phone };
    async function leave(draft: LeadDraft): Promise<void> {
      const dealOf = () => {
        throw new Error('it ends here');
      };
      await expect(subject.crm.addLead({ customer: leadOf(draft).customer, dealOf })).rejects.toThrow();
    }
    const inAnHour = () => new Date(Date.now() + 3_600_000);
    const all = async () => [
      await subject.holder('e:ada@example.com'),
      await subject.holder(`p:${phone}`),
      ...(await subject.contacts.contacts({ name: 'ada', limit: 1 })).map(({ id }) => id),
      ...(await subject.contacts.contacts({ key: `p:${phone}`, limit: 1 })).map(({ id }) => id),
    ];

    it('is seen by nobody, until it has one', async () => {
      await leave(given);
      expect(await all(), seen).toEqual([undefined, undefined]);
      const id = await subject.submit('again', given);
      expect(await all()).toEqual([id, id, id, id]);
    });

    it('takes nobody’s place in a search', async () => {
      await leave(given);
      const ids = [
        await subject.keep({ ...bob, phone }),
        await subject.keep({ ...bob, phone: '5550100000' }),
      ];
      for (const sought of [{ name: 'b' }, { key: `p:${phone}` } as const])
        expect(
          (await subject.contacts.contacts({ ...sought, limit: 1 })).map(({ id }) => id),
          seen,
        ).toEqual([ids[0]]);
    });

    it('keeps its email from nobody who gets it by an edit', async () => {
      await leave(given);
      const id = await subject.submit('bobs', bob);
      await subject.edit(id, { email: 'ada@example.com' }, { now: inAnHour });
      expect(await subject.holder('e:ada@example.com'), seen).toBe(id);
    });

    it('is erased by its email or phone', async () => {
      await leave(given);
      await subject.erasure.eraseWithoutDeals?.([`p:${phone}`], inAnHour());
      const id = await subject.submit('later', ada);
      const { lastName, keys } = await subject.contact(id);
      expect([lastName, keys]).toEqual([undefined, ['e:ada@example.com']]);
    });

    it('is not erased, if it has got one', async () => {
      const id = await subject.submit('hers', given);
      await subject.erasure.eraseWithoutDeals?.([`p:${phone}`], inAnHour());
      expect(await all()).toEqual([id, id, id, id]);
    });
  });
}
