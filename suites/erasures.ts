import { describe, expect, it } from 'vitest';
import { isSameLead } from '../src/domain/deal.ts';
import { noteDeal } from '../src/operators/domain/work/note-deal.ts';
import { forgetCustomer, type WorkedDeal, withChange } from '../src/operators/domain/work/worked-deal.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { changeOne, correctedAt, second, to } from './operator-samples.ts';
import { dealOf, newLead, wholeDraft } from './samples.ts';

const forgotten = 'an erased deal keeps what `forgetCustomer` leaves, all of it and nothing else';
const worked = 'a list of work has a lead only while `hasCustomer`, and so have its counts';
const replayed = 'an idempotency key outlives the erasure: only its fingerprint goes';

const wroteOf = (name: string) => (deal: WorkedDeal) =>
  noteDeal(deal, { kind: 'wrote', text: `${name} is told.`, at: second(6), by: 'grace' });

/** Tests what remains of a customer whose data was erased. */
export function erasures(subject: BackOfficeSubject): void {
  describe('an erased contact', () => {
    const ada = { email: 'ada@example.com', phone: '555-010-9999' };
    const sent = { key: 'k-1', fingerprint: 'f-1' };

    async function eraseAda(): Promise<{ deals: readonly WorkedDeal[]; contactId: string }> {
      const personal = { ...wholeDraft, ...ada, lastName: 'Ada', notes: 'Ada', externalLeadId: 'ada-1' };
      const first = await subject.deal('lead-1', { idempotency: sent }, personal);
      await changeOne(subject.leads, 'lead-1', wroteOf('Ada'));
      await changeOne(subject.leads, 'lead-1', to('Quoted', 'grace', 'Ada asked for it'));
      const other = await subject.deal('lead-2', {}, ada);
      await subject.deal('other', {}, { firstName: 'Bob', email: 'bob@example.com' });
      await subject.erasure.erase(first.contactId, second(7));
      return { deals: [first, other], contactId: first.contactId };
    }

    it('is no longer found by email or phone', async () => {
      await eraseAda();
      const cause = 'the erased contact still holds its keys';
      expect(await subject.contacts.contact({ key: 'e:ada@example.com' }), cause).toBeUndefined();
      expect(await subject.contacts.contact({ key: 'p:5550109999' }), cause).toBeUndefined();
      const { contact, erased } = (await subject.leads.lead('lead-1')) ?? {};
      expect([contact, erased]).toEqual([undefined, second(7)]);
    });

    it('is still found by its id, and erasing it again clears a lead that was added meanwhile', async () => {
      const { contactId } = await eraseAda();
      const late = dealOf({ email: 'eve@example.com' }, { id: 'late', contactId });
      await subject.crm.addLead({ ...newLead(late), dealOf: () => late }); // as if the contact was erased in between
      const left = { contactId, contact: undefined, erased: second(7), deals: 3 };
      expect(await subject.contacts.contact({ id: contactId })).toEqual(left);
      await subject.erasure.erase(contactId, second(9));
      const { deal, erased } = (await subject.leads.lead('late')) ?? {};
      const cause = 'a repeated erasure clears what was added since, and keeps its first time';
      expect({ notes: deal?.notes, erased }, cause).toEqual({ notes: '', erased: second(7) });
    });

    it('does nothing if there is no such contact', async () => {
      await eraseAda();
      await subject.erasure.erase('nobody', second(9));
      expect(await subject.contacts.contact({ id: 'nobody' })).toBeUndefined();
      expect((await subject.kept('other'))?.notes).toBe('Call back.');
    });

    it('leaves its leads with their status and history, but without free text', async () => {
      const { deals } = await eraseAda();
      const [first] = deals as [WorkedDeal];
      const written = withChange(first, wroteOf('Ada')(first));
      const quoted = withChange(written, to('Quoted', 'grace', 'Ada asked for it')(written));
      expect(await subject.kept('lead-1'), forgotten).toEqual(forgetCustomer(quoted, second(7)));
      expect(await subject.kept('lead-2')).toEqual(forgetCustomer(deals[1] as WorkedDeal, second(7)));
      expect(await subject.crm.statusOf('lead-1')).toMatchObject({ status: 'Quoted' });
      const kept = [await subject.leads.lead('lead-1'), await subject.leads.lead('lead-2')];
      const listed = await subject.leads.deals({ limit: 9 });
      expect(JSON.stringify([kept, listed]).match(/Ada|ada@/g), forgotten).toBeNull(); // an id may happen to contain `ada`
      expect((await subject.kept('other'))?.notes).toBe('Call back.');
    });

    it('leaves leads that can be moved, and idempotency keys that are replayed', async () => {
      await eraseAda();
      expect((await changeOne(subject.leads, 'lead-1', to('Won')))?.after.status).toBe('Won');
      const earlier = await subject.crm.earlierDeal('ven_1', sent.key);
      expect(earlier, replayed).toMatchObject({ id: 'lead-1', idempotency: { key: sent.key } });
      expect(isSameLead(earlier?.idempotency ?? sent, { ...sent, fingerprint: 'f-2' })).toBe(true);
    });

    it('takes with it what other people’s leads say who share its phone', async () => {
      const { contactId } = await subject.deal('lead-1', {}, ada);
      const carlos = { firstName: 'Carlos', email: undefined, phone: ada.phone };
      expect((await subject.deal('lead-2', {}, carlos)).contactId).toBe(contactId);
      await subject.erasure.erase(contactId, second(7));
      const cause = 'the erasure takes every deal of the contact with it, whoever its lead described';
      expect((await subject.kept('lead-2'))?.customer, cause).toBeUndefined();
    });

    it('frees its keys: the same customer becomes a new contact', async () => {
      const { contactId } = await eraseAda();
      const { contactId: fresh } = await subject.deal('again', {}, ada);
      expect(fresh, 'the erased contact still holds its keys').not.toBe(contactId);
      const found = await subject.contacts.contact({ key: 'p:5550109999' });
      expect(found).toMatchObject({ contactId: fresh, deals: 1 });
      expect(found?.erased).toBeUndefined();
    });
  });

  describe('an erased lead', () => {
    const phone = '555-010-9999';
    const sent = { key: 'k-1', fingerprint: 'f-1' };

    /** Erases Carlos, who shares Priya's phone and so her contact. */
    async function eraseCarlos() {
      const priya = await subject.deal('hers', {}, { firstName: 'Priya', email: 'priya@example.com', phone });
      const draft = { firstName: 'Carlos', email: undefined, phone, notes: 'Carlos', externalId: 'carlos-1' };
      const carlos = await subject.deal('his', { idempotency: sent }, draft);
      await changeOne(subject.leads, 'his', wroteOf('Carlos'));
      const moved = await changeOne(subject.leads, 'his', to('Quoted', 'grace', 'Carlos asked for it'));
      const contact = await subject.contacts.contact({ id: priya.contactId });
      await subject.erasure.eraseLead('his', second(20));
      return { priya, carlos: moved?.after ?? carlos, contact };
    }

    it('keeps its status, history and contact, but nothing of its customer', async () => {
      const { carlos } = await eraseCarlos();
      expect(await subject.kept('his'), forgotten).toEqual(forgetCustomer(carlos, second(20)));
      expect(await subject.crm.statusOf('his')).toMatchObject({ status: 'Quoted' });
      const seen = [await subject.leads.lead('his'), await subject.leads.deals({ limit: 9 })];
      expect(JSON.stringify(seen), forgotten).not.toMatch(/carlos/i);
    });

    it('leaves the contact and its other leads as they were', async () => {
      const { priya, carlos, contact } = await eraseCarlos();
      expect(carlos.contactId).toBe(priya.contactId);
      expect(await subject.contacts.contact({ id: priya.contactId })).toEqual(contact);
      expect(await subject.kept('hers')).toEqual(priya);
    });

    it('still answers a late retry of its key, whatever is sent with it', async () => {
      await eraseCarlos();
      const earlier = await subject.crm.earlierDeal('ven_1', sent.key);
      expect(earlier, replayed).toMatchObject({ id: 'his', idempotency: { key: sent.key } });
      expect(isSameLead(earlier?.idempotency ?? sent, { ...sent, fingerprint: 'f-2' })).toBe(true);
    });

    it('is no work any more: it waits for no answer, has no follow-up, and counts in neither list', async () => {
      await eraseCarlos();
      await subject.deal(
        'reopened',
        { reopened: { at: second(2) }, followUp: { at: second(9), by: 'grace' } },
        { phone },
      );
      await changeOne(subject.leads, 'hers', () => ({ followUp: { at: second(9), by: 'grace' } }));
      await subject.deal('waits', { followUp: { at: second(9), by: 'grace' } }, { phone });
      for (const id of ['reopened', 'waits']) await subject.erasure.eraseLead(id, second(20));
      const work = [{ unanswered: true }, { due: second(10) }, { known: true }];
      for (const query of work) expect([query, await subject.list(query)], worked).toEqual([query, ['hers']]);
      expect(await subject.leads.countDeals(work, 9), worked).toEqual([1, 1, 1]);
    });

    it('takes nobody’s place in a list of open leads, however many of them were erased', async () => {
      const email = (id: string) => `${id}@example.com`;
      const owned = [undefined, 'grace', 'gone'].entries();
      for (const [n, owner] of owned)
        for (const id of [`${n}-erased`, `${n}-also`, `${n}-lives`]) {
          await subject.deal(
            id,
            { owner, receivedAt: second(id.endsWith('lives') ? 5 : 1) },
            { email: email(id) },
          );
          if (!id.endsWith('lives')) await subject.erasure.eraseLead(id, second(20));
        }
      const [open, still] = [
        { open: true, known: true },
        { still: second(60), known: true },
      ];
      const answered = { answeredAt: second(6), receivedAt: second(5) };
      await subject.deal('answered', { owner: 'grace', ...answered }, { email: email('answered') });
      const lists = [
        [{ owners: [null, 'gone'], status: 'In Progress', known: true }, ['0-lives', '2-lives']],
        [{ owners: ['grace'], ...open }, ['1-lives', 'answered']],
        [{ owners: [null], ...open }, ['0-lives']],
        [{ owners: ['grace'], ...still }, ['answered']],
      ] as const;
      for (const [query, ids] of lists)
        expect([query, await subject.list({ ...query, limit: ids.length })], worked).toEqual([query, ids]);
      const counted = lists.map(([query]) => query);
      expect(await subject.leads.countDeals(counted, 2), worked).toEqual(lists.map(([, ids]) => ids.length));
    });

    it('has nothing written down about its customer that was decided on before', async () => {
      const ids = Array.from({ length: 30 }, (_, n) => `lead-${n}`);
      for (const id of ids) await subject.deal(id, {}, { email: `${id}@example.com` });
      const note = (deal: WorkedDeal) =>
        noteDeal(deal, { kind: 'note', text: 'Ada', at: second(6), by: 'grace' });
      let isDone = false;
      const writing = async () => {
        while (!isDone) await subject.leads.changeDeals(ids, note);
      };
      const erasing = async () => {
        for (const id of ids) await subject.erasure.eraseLead(id, second(20));
        isDone = true;
      };
      await Promise.all([writing(), erasing()]);
      const left = await subject.leads.leads(ids);
      const texts = left.flatMap(({ deal }) => deal.activities.flatMap(({ text }) => text ?? []));
      expect(texts, 'a change is written only to the deal that it was decided on').toEqual([]);
    });

    it('takes with it the keys that it alone had said, also those of a contact that was merged', async () => {
      const { contactId } = await subject.deal(
        'hers',
        {},
        { firstName: 'Priya', email: 'priya@example.com' },
      );
      const other = await subject.deal(
        'his',
        {},
        { firstName: 'Carlos', phone, email: 'carlos@example.com' },
      );
      await subject.contacts.merge(contactId, other.contactId, correctedAt(second(7)));
      await subject.deal('again', {}, { firstName: 'Carlos', email: 'carlos@example.com' });
      await subject.edit(contactId, { phone: '5550108888' });
      await subject.erasure.eraseLead('his', second(20));
      const cause =
        'keys that only the erased lead said, and neither the contact shows nor another lead says';
      const kept = ['e:priya@example.com', 'e:carlos@example.com', 'p:5550108888'];
      expect((await subject.contact(contactId)).keys.toSorted(), cause).toEqual(kept.toSorted());
      expect(await subject.holder(`p:${phone}`), cause).toBeUndefined();
      await subject.erasure.retire(['again'], { unmovedSince: second(100), at: second(21) });
      expect((await subject.contact(contactId)).keys, cause).not.toContain('e:carlos@example.com');
      await subject.erasure.eraseLead('hers', second(22));
      const { email, keys } = await subject.contact(contactId);
      expect([email?.value, keys], 'its own it keeps').toEqual([
        'priya@example.com',
        ['e:priya@example.com', 'p:5550108888'],
      ]);
    });

    it('can be moved and erased again; an unknown one is left alone', async () => {
      await eraseCarlos();
      await changeOne(subject.leads, 'his', to('Won', 'grace', 'Carlos signed'));
      await subject.erasure.eraseLead('his', second(20));
      await subject.erasure.eraseLead('nobody', second(20));
      const kept = await subject.kept('his');
      expect([kept?.status, kept?.history.map(({ reason }) => reason)]).toEqual([
        'Won',
        [undefined, undefined, undefined],
      ]);
      expect(await subject.list()).toEqual(['hers', 'his']);
    });
  });
}
