import { describe, expect, it } from 'vitest';
import type { LeadDraft } from '../src/domain/lead.ts';
import type { LeadStatus } from '../src/domain/lead-status.ts';
import { moveDeal } from '../src/operators/domain/work/move-deal.ts';
import { forgetCustomer, type WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { changeOne, correctedAt, second } from './operator-samples.ts';

/** Tests what remains of leads that have been kept for long enough, and of their contacts. */
export function retiredDeals(subject: BackOfficeSubject): void {
  describe('a deal that is retired', () => {
    const bob = { firstName: 'Bob', email: 'bob@example.com' };
    const when = { unmovedSince: second(100), at: second(500) };
    const retire = (...ids: string[]) => subject.erasure.retire(ids, when);
    const dealOf = (id: string) => subject.kept(id);
    const contactOf = async (id: string) => (await subject.leads.lead(id))?.contact;

    /** Adds a lead that got this status at this second. */
    async function moved(id: string, at: number, draft: LeadDraft = {}, status: LeadStatus = 'Won') {
      const sent = { key: `k-${id}`, fingerprint: 'f-1' };
      await subject.deal(
        id,
        { idempotency: sent, receivedAt: second(1) },
        { externalId: `own-${id}`, ...draft },
      );
      const decide = (deal: WorkedDeal) =>
        moveDeal(deal, status, { at: second(at), by: 'grace', reason: 'Ada' });
      const changed = await changeOne(subject.leads, id, decide);
      if (!changed) throw new Error(`no lead ${id}`);
      return changed.after;
    }

    it('keeps what an erased one does, and takes its contact with it', async () => {
      const won = await moved('old', 99);
      await moved('other', 99, bob);
      expect(await retire('old', 'unknown')).toEqual({ leads: 1, contacts: 1 });
      expect(await dealOf('old')).toEqual(forgetCustomer(won, second(500)));
      const left = await subject.contacts.contact({ id: won.contactId });
      expect(left, 'its contact had no other lead').toMatchObject({
        contact: undefined,
        erased: second(500),
      });
      expect(await subject.contacts.contact({ key: 'e:ada@example.com' })).toBeUndefined();
      expect(await subject.crm.earlierDeal('ven_1', 'k-old')).toMatchObject({ id: 'old' });
      expect((await dealOf('other'))?.customer?.firstName).toBe('Bob');
      expect(await contactOf('other')).toMatchObject({ firstName: 'Bob' });
      expect(
        await subject.keep({ firstName: 'Ada', email: 'ada@example.com' }),
        'its keys are free',
      ).not.toBe(won.contactId);
    });

    it('stays if it was moved since, and so does the contact of one that is younger', async () => {
      const old = await moved('old', 99);
      const reopened = await moved('reopened', 100, {}, 'Quoted');
      expect(await retire('old', 'reopened')).toEqual({ leads: 1, contacts: 0 });
      expect(await dealOf('reopened'), 'it is no longer what was listed').toEqual(reopened);
      expect(await contactOf('old'), 'its contact has another lead').toMatchObject({ firstName: 'Ada' });
      await subject.erasure.eraseLead('reopened', second(20));
      await moved('last', 50);
      expect(await retire('old', 'last'), 'no lead of the contact has its data any more').toMatchObject({
        contacts: 1,
      });
      expect(await contactOf('last')).toBeUndefined();
      expect(old.contactId).toBe((await dealOf('last'))?.contactId);
    });

    it('counts with the leads of contacts that were merged', async () => {
      const kept = await moved('old', 99);
      const gone = await moved('other', 99, bob);
      await subject.contacts.merge(kept.contactId, gone.contactId, correctedAt(second(10)));
      expect(await retire('old')).toEqual({ leads: 1, contacts: 0 });
      expect(await retire('other')).toEqual({ leads: 1, contacts: 1 });
      for (const id of [kept.contactId, gone.contactId])
        expect((await subject.contacts.contact({ id }))?.contact).toBeUndefined();
    });

    it('is left out of the deals whose customer is known', async () => {
      await moved('old', 99);
      await moved('other', 99, bob);
      await retire('old');
      expect(await subject.list({ known: true, status: 'Won' })).toEqual(['other']);
      expect(await subject.leads.deals({ status: 'Won', limit: 9 })).toHaveLength(2);
    });
  });
}
