import { describe, expect, it } from 'vitest';
import type { DealQuery } from '../src/operators/application/ports/outbound/kept-leads.ts';
import type { WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { inexact, lookalikeIds } from './lookalikes.ts';
import { adasLead, changeOne, correctedAt, second, to } from './operator-samples.ts';
import { wholeDraft } from './samples.ts';

/** Everything that salespeople can add to a lead. */
const worked = {
  owner: 'grace',
  activities: [
    { kind: 'note', text: 'Call after 5 pm.\n', at: second(1), by: 'grace' },
    {
      kind: 'reached',
      text: undefined,
      at: second(2),
      by: 'ada',
      followUp: { from: { at: second(9), by: 'grace', byId: 'per_g', text: 'Call.' }, to: undefined },
    },
  ],
  answeredAt: second(2),
  reopened: { at: second(3), answeredAt: second(4) },
  followUp: { at: second(5), by: 'ada', byId: 'per_a', text: 'Send the offer.' },
} as const satisfies Partial<WorkedDeal>;

/** Tests how operators list and read leads. */
export function listedDeals(subject: BackOfficeSubject): void {
  describe('a lead', () => {
    it('is shown with everything that is kept about it and its customer', async () => {
      await subject.deal('other', {}, { email: 'bob@example.com' });
      const deal = await subject.deal('lead-1', worked, wholeDraft);
      const kept = await subject.leads.lead('lead-1');
      expect(kept?.deal).toEqual(deal);
      expect(kept?.contact).toMatchObject({ ...adasLead(wholeDraft).customer, id: deal.contactId });
      expect(kept?.erased).toBeUndefined();
    });

    it('is known by exactly its id, its vendor and its key: any text, compared character by character', async () => {
      for (const id of lookalikeIds) {
        const history = [{ status: 'In Progress', at: second(0), by: id, reason: undefined }] as const;
        await subject.deal(id, { vendorId: id, externalId: id, history });
      }
      for (const id of lookalikeIds) {
        expect((await subject.kept(id))?.id, inexact).toBe(id);
        for (const sought of [{ vendorId: id }, { externalId: id }, { keyId: id }]) {
          const found = await subject.leads.deals({ ...sought, limit: 99 });
          expect([sought, found.map((deal) => deal.id)], inexact).toEqual([sought, [id]]);
        }
      }
    });

    it('belongs to a contact that is known by exactly its id', async () => {
      const { contactId } = await subject.deal('lead-1');
      const others = ['lead', `${contactId} `, ` ${contactId}`, contactId.slice(0, -1), `${contactId}0`];
      for (const id of others) {
        const found = [
          await subject.contacts.contact({ id }),
          await subject.leads.deals({ contactId: id, limit: 9 }),
        ];
        expect([id, ...found], inexact).toEqual([id, undefined, []]);
      }
    });

    it('is read with others, each with its own contact, also after a merge', async () => {
      await subject.deal('a', {}, { zip: '94107' });
      const bob = await subject.deal('b', {}, { firstName: 'Bob', email: 'bob@example.com', zip: '10001' });
      const bobs = await subject.deal('c', {}, { firstName: 'Bobby', email: 'bobby@example.com' });
      await subject.deal('erased', {}, { email: 'eve@example.com' });
      await subject.contacts.merge(bob.contactId, bobs.contactId, correctedAt(second(9)));
      await subject.erasure.eraseLead('erased', second(20));
      const ids = ['c', 'nobody', 'a', 'b', 'erased'];
      const found = await subject.leads.leads(ids);
      const singly = await Promise.all(ids.map((id) => subject.leads.lead(id)));
      const known = singly.flatMap((record) => record ?? []);
      const sorted = (records: typeof known) => records.toSorted((a, b) => (a.deal.id < b.deal.id ? -1 : 1));
      expect(sorted([...found]), 'each is as `lead` returns it').toEqual(sorted(known));
      expect(found.find(({ deal }) => deal.id === 'c')?.contact?.zip).toBe('10001');
      expect(await subject.leads.leads([])).toEqual([]);
    });
  });

  describe('the list of deals', () => {
    const list = (query: Partial<DealQuery>) => subject.list(query);

    it('shows what identifies each and its customer as sent, its vehicle, and neither notes nor history', async () => {
      const {
        notes: _,
        idempotency: __,
        history,
        activities: ___,
        ...shown
      } = await subject.deal('lead-1', worked, wholeDraft);
      const [statusSince, firstWords] = [history[0]?.at, 'Call me.'];
      const cause =
        'a summary has all of the deal but notes, idempotency, history and activities, and `statusSince` and `firstWords`';
      expect(await subject.leads.deals({ limit: 9 }), cause).toEqual([{ ...shown, statusSince, firstWords }]);
    });

    it('shows the customer as the lead described them, and of an erased one nobody', async () => {
      await subject.deal('new', {}, { firstName: 'Carlos', phone: '5550109999' });
      await subject.deal('other', {}, { firstName: 'Priya', phone: '5550109999', zip: '94107' });
      await subject.deal('erased', { receivedAt: second(1) });
      await subject.erasure.eraseLead('erased', second(20));
      const listed = await subject.leads.deals({ limit: 9 });
      expect(listed.map(({ id, customer }) => [id, customer?.firstName])).toEqual([
        ['new', 'Carlos'],
        ['other', 'Priya'], // whose contact is named by the first lead
        ['erased', undefined],
      ]);
      expect(JSON.stringify(listed)).not.toContain('94107');
    });

    it('is ordered by time of receipt, then by id, and continues from any place', async () => {
      for (const [id, at] of [
        ['d', 1],
        ['b', 2],
        ['c', 1],
        ['a', 3],
        ['e', 1],
      ] as const) {
        await subject.deal(id, { receivedAt: second(at) });
      }
      const cause = 'sort by time of receipt, then by id, and continue after both together';
      expect(await list({ limit: 9 }), cause).toEqual(['c', 'd', 'e', 'b', 'a']);
      const [{ contactId } = { contactId: '' }] = await subject.leads.deals({ limit: 1 });
      expect(await list({ limit: 9, contactId })).toEqual(['c', 'd', 'e', 'b', 'a']);
      expect(await list({ limit: 2 })).toEqual(['c', 'd']);
      const after = { receivedAt: second(1), id: 'd' };
      expect(await list({ limit: 2, after }), cause).toEqual(['e', 'b']);
      expect(await subject.leads.deals({ limit: 2, after: { receivedAt: second(3), id: 'a' } })).toEqual([]);
      expect(await list({ limit: 9, after: { receivedAt: second(2), id: '' } }), cause).toEqual(['b', 'a']);
    });

    it('is sorted by the last change, the latest first, if only changed ones are asked for', async () => {
      const cause = '`changedAt` is written with each change, and sorts a list of changed deals';
      for (const id of ['a', 'b', 'c', 'd']) await subject.deal(id, { receivedAt: second(1) });
      const change = (id: string, at: number) =>
        changeOne(subject.leads, id, () => ({ owner: `owner ${at}`, changedAt: second(at) }));
      for (const [id, at] of [
        ['a', 20],
        ['c', 21],
        ['b', 20],
        ['a', 30],
      ] as const)
        await change(id, at);
      const changed = (query: Partial<DealQuery>) => subject.list({ changed: true, ...query });
      expect(await changed({}), cause).toEqual(['a', 'c', 'b']);
      expect((await subject.leads.deals({ changed: true, limit: 1 }))[0]?.changedAt, cause).toEqual(
        second(30),
      );
      expect(await subject.leads.lead('a'), cause).toMatchObject({ deal: { changedAt: second(30) } });
      expect(await subject.leads.lead('d')).not.toHaveProperty('deal.changedAt', expect.anything());
      const after = { receivedAt: second(1), changedAt: second(21), id: 'c' };
      expect(await changed({ after }), cause).toEqual(['b']);
      expect(await changed({ owners: ['owner 20'] }), cause).toEqual(['b']);
      await subject.erasure.eraseLead('a', second(40));
      await subject.erasure.eraseLead('b', second(31));
      expect(await changed({ limit: 2 }), cause).toEqual(['a', 'b']);
    });

    it('is counted by several conditions at once, none further than asked', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await subject.deal(id, { receivedAt: second(1) });
      await subject.deal('e', { receivedAt: second(5), dealType: 'lift' });
      await changeOne(subject.leads, 'a', to('Won'));
      await changeOne(subject.leads, 'b', () => ({ owner: 'grace' }));
      const conditions = [
        { open: true },
        { since: second(5) },
        { open: true, owners: ['grace'] },
        { owners: [null] },
        { status: 'Won' },
        { dealType: 'rental' },
        {},
        { unmovedSince: second(2), until: second(5) },
      ] as const;
      expect(await subject.leads.countDeals(conditions, 9)).toEqual([4, 1, 1, 4, 1, 0, 5, 3]);
      expect(await subject.leads.countDeals(conditions, 2)).toEqual([2, 1, 1, 2, 1, 0, 2, 2]);
      expect(await subject.leads.countDeals([], 9)).toEqual([]);
    });

    it('can be filtered by the key that the lead came with, whatever became of it', async () => {
      const opened = (by: string) =>
        [{ status: 'In Progress', at: second(0), by, reason: undefined }] as const;
      await subject.deal('a', { history: opened('key_1') });
      await subject.deal('b', { history: opened('key_2') });
      await subject.deal('c', { history: opened('key_1'), vendorId: 'ven_2' });
      await changeOne(subject.leads, 'a', to('Won', 'key_2'));
      const cause = 'the key of a lead is `by` of the first entry of its history';
      expect(await list({ keyId: 'key_1' }), cause).toEqual(['a', 'c']);
      expect(await list({ keyId: 'key_2' }), cause).toEqual(['b']);
      expect(await list({ keyId: 'key_1', vendorId: 'ven_2' })).toEqual(['c']);
      expect(await list({ keyId: '' })).toEqual([]);
    });

    it('can be filtered by time, status, vendor, contact and the vendor’s own id', async () => {
      const { contactId } = await subject.deal('a', { receivedAt: second(1) });
      await subject.deal('b', { receivedAt: second(2), vendorId: 'ven_2' }, { email: 'bob@example.com' });
      await subject.deal('c', { receivedAt: second(3) }, { externalId: 'x-1' });
      await changeOne(subject.leads, 'c', to('Won'));
      expect(await list({ since: second(2) })).toEqual(['b', 'c']);
      expect(await list({ status: 'In Progress' })).toEqual(['a', 'b']);
      expect(await list({ vendorId: 'ven_1' })).toEqual(['a', 'c']);
      expect(await list({ vendorId: 'ven_1', status: 'Won', since: second(3) })).toEqual(['c']);
      expect(await list({ contactId })).toEqual(['a', 'c']);
      expect(await list({ contactId, status: 'Won' })).toEqual(['c']);
      expect(await list({ externalId: 'x-1' })).toEqual(['c']);
      expect(await list({ externalId: 'x-1', vendorId: 'ven_2' })).toEqual([]);
      expect(await list({ said: 'e:bob@example.com' })).toEqual(['b']);
      expect(await list({ said: 'e:bob@example.com', vendorId: 'ven_1' })).toEqual([]);
      const all = [await list({ contactId: '' }), await list({ externalId: '' })];
      expect(all, 'an empty text is a condition, too: only `undefined` is none').toEqual([[], []]);
      expect(await list({ until: second(3) })).toEqual(['a', 'b']);
      expect(await list({ newest: true })).toEqual(['c', 'b', 'a']);
      expect(await list({ newest: true, limit: 1, until: second(3) })).toEqual(['b']);
      expect(await list({ dealType: 'sales' })).toEqual(['a', 'b', 'c']);
      expect(await list({ dealType: 'lift' })).toEqual([]);
      expect(await list({ since: second(1), after: { receivedAt: second(2), id: 'b' } })).toEqual(['c']);
      expect(await list({ since: second(3), after: { receivedAt: second(1), id: 'a' } })).toEqual(['c']);
    });
  });
}
