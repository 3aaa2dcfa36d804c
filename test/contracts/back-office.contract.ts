import { beforeEach, describe, expect, it } from 'vitest';
import type { BackOffice } from '../../src/application/ports/outbound/back-office.ts';
import type { Crm } from '../../src/application/ports/outbound/crm.ts';
import type { DealSummary } from '../../src/application/ports/records.ts';
import type { Customer } from '../../src/domain/contact.ts';
import {
  type Deal,
  forgetCustomer,
  isSameLead,
  moveDeal,
  openDeal,
  withChange,
} from '../../src/domain/deal.ts';
import type { Lead, LeadDraft } from '../../src/domain/lead.ts';
import type { LeadStatus } from '../../src/domain/lead-status.ts';
import { leadOf, wholeDraft } from '../../src/testing/samples.ts';
import { mendedContactsContract } from './mended-contacts.contract.ts';

const second = (n: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, n));

const lead = (given: LeadDraft = {}): Lead =>
  leadOf({ firstName: 'Ada', email: 'ada@example.com', ...given });

/** What every back office promises, together with the CRM that shares its records. `make` returns empty ones. */
export function backOfficeContract(make: () => Promise<{ crm: Crm; backOffice: BackOffice }>): void {
  mendedContactsContract(make);

  let crm: Crm;
  let backOffice: BackOffice;
  beforeEach(async () => {
    ({ crm, backOffice } = await make());
  });

  async function submit(id: string, given: Partial<Deal> = {}, draft: LeadDraft = {}): Promise<Deal> {
    const submitted = lead(draft);
    const contactId = await crm.upsertContact(submitted.customer);
    const known = { id, contactId, vendorId: 'ven_1', receivedAt: second(0), idempotency: undefined };
    const deal = { ...openDeal(submitted, known), ...given };
    await crm.addDeal(deal);
    return deal;
  }

  const to =
    (status: LeadStatus, by = 'grace', reason?: string) =>
    (deal: Deal) =>
      moveDeal(deal, status, { at: second(9), by, reason });

  describe('a lead', () => {
    it('is shown with everything that is kept about it and its customer', async () => {
      await submit('other', {}, { email: 'bob@example.com' });
      const deal = await submit('lead-1', {}, wholeDraft);
      const kept = await backOffice.lead('lead-1');
      expect(kept?.deal).toEqual(deal);
      expect(kept?.contact).toMatchObject({ ...lead(wholeDraft).customer, id: deal.contactId });
      expect(kept?.erased).toBeUndefined();
    });

    it('is unknown under another id', async () => {
      await submit('lead-1');
      expect(await backOffice.lead('lead-2')).toBeUndefined();
      expect(await backOffice.changeStatus('lead-2', to('Quoted'))).toBeUndefined();
    });
  });

  describe('the list of deals', () => {
    const idsOf = (deals: readonly DealSummary[]) => deals.map(({ id }) => id);

    it('shows what identifies each and its customer as sent, and neither notes nor history', async () => {
      const { id, contactId, vendorId, vendorName, customer, dealType, receivedAt, status } =
        await submit('lead-1');
      expect(await backOffice.deals({ limit: 9 })).toEqual([
        { id, contactId, vendorId, vendorName, customer, dealType, receivedAt, status },
      ]);
    });

    it('shows of leads stored before the customer was kept their contact, and of erased ones nobody', async () => {
      await submit('new', {}, { firstName: 'Carlos', phone: '5550109999' });
      await submit('old', { customer: undefined }, { firstName: 'Priya', zip: '94107' });
      await submit('erased', { receivedAt: second(1) });
      await backOffice.eraseLead('erased');
      await submit('lost', { receivedAt: second(2), customer: undefined, contactId: 'nobody' });
      const carlos = lead({ firstName: 'Carlos', phone: '5550109999' }).customer;
      const { zip: _, ...withoutZip } = carlos; // the contact: named by the first lead
      const listed = await backOffice.deals({ limit: 9 });
      expect(listed.map(({ id, customer }) => [id, customer])).toEqual([
        ['new', withoutZip],
        ['old', withoutZip],
        ['erased', undefined],
        ['lost', undefined],
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
        await submit(id, { receivedAt: second(at) });
      }
      expect(idsOf(await backOffice.deals({ limit: 9 }))).toEqual(['c', 'd', 'e', 'b', 'a']);
      const [{ contactId } = { contactId: '' }] = await backOffice.deals({ limit: 1 });
      expect(idsOf(await backOffice.deals({ limit: 9, contactId }))).toEqual(['c', 'd', 'e', 'b', 'a']);
      expect(idsOf(await backOffice.deals({ limit: 2 }))).toEqual(['c', 'd']);
      const after = { receivedAt: second(1), id: 'd' };
      expect(idsOf(await backOffice.deals({ limit: 2, after }))).toEqual(['e', 'b']);
      expect(await backOffice.deals({ limit: 2, after: { receivedAt: second(3), id: 'a' } })).toEqual([]);
      expect(idsOf(await backOffice.deals({ limit: 9, after: { receivedAt: second(2), id: '' } }))).toEqual([
        'b',
        'a',
      ]);
    });

    it('can be filtered by the key that the lead came with, whatever became of it', async () => {
      const opened = (by: string) =>
        [{ status: 'In Progress', at: second(0), by, reason: undefined }] as const;
      await submit('a', { history: opened('key_1') });
      await submit('b', { history: opened('key_2') });
      await submit('c', { history: opened('key_1'), vendorId: 'ven_2' });
      await backOffice.changeStatus('a', to('Won', 'key_2'));
      const list = async (query: object) => idsOf(await backOffice.deals({ limit: 9, ...query }));
      expect(await list({ keyId: 'key_1' })).toEqual(['a', 'c']);
      expect(await list({ keyId: 'key_2' })).toEqual(['b']);
      expect(await list({ keyId: 'key_1', vendorId: 'ven_2' })).toEqual(['c']);
      expect(await list({ keyId: '' })).toEqual([]);
    });

    it('can be filtered by time, status, vendor, contact and the vendor’s own id', async () => {
      const { contactId } = await submit('a', { receivedAt: second(1) });
      await submit('b', { receivedAt: second(2), vendorId: 'ven_2' }, { email: 'bob@example.com' });
      await submit('c', { receivedAt: second(3) }, { externalId: 'x-1' });
      await backOffice.changeStatus('c', to('Won'));
      const list = async (query: object) => idsOf(await backOffice.deals({ limit: 9, ...query }));
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
      expect([await list({ contactId: '' }), await list({ externalId: '' })]).toEqual([[], []]); // not every one
      expect(await list({ since: second(1), after: { receivedAt: second(2), id: 'b' } })).toEqual(['c']);
      expect(await list({ since: second(3), after: { receivedAt: second(1), id: 'a' } })).toEqual(['c']);
    });
  });

  describe('a change of status', () => {
    it('is written with its history, and returned as before and after', async () => {
      const deal = await submit('lead-1');
      const changed = await backOffice.changeStatus('lead-1', to('Won', 'grace', 'signed'));
      expect(changed?.before).toEqual(deal);
      expect(changed?.after).toEqual(withChange(deal, to('Won', 'grace', 'signed')(deal)));
      expect((await backOffice.lead('lead-1'))?.deal).toEqual(changed?.after);
      expect(await crm.statusOf('lead-1')).toMatchObject({ status: 'Won' });
    });

    it('is written as it was decided, whatever it is: as the status, and as the next entry of the history', async () => {
      const deal = await submit('lead-1');
      const decided: Deal[] = [];
      for (const status of ['Won', 'Lost', 'Lost'] as const) {
        const change = { status, at: second(9), by: 'grace', reason: undefined };
        await backOffice.changeStatus('lead-1', (current) => {
          decided.push(current);
          return change;
        });
        const kept = (await backOffice.lead('lead-1'))?.deal;
        expect(kept).toEqual(withChange(decided.at(-1) ?? deal, change));
      }
      expect(decided.map(({ history }) => history.map(({ status }) => status))).toEqual([
        ['In Progress'],
        ['In Progress', 'Won'],
        ['In Progress', 'Won', 'Lost'],
      ]);
    });

    it('keeps a reason as it was decided, whatever was typed', async () => {
      await submit('lead-1');
      const changed = await backOffice.changeStatus('lead-1', to('Won', 'grace', ' signed \ud800\0 '));
      expect((await backOffice.lead('lead-1'))?.deal).toEqual(changed?.after);
      expect(changed?.after.history.at(-1)?.reason).toBe('signed \u{fffd}\u{fffd}');
    });

    it('changes nothing if the lead already has the status', async () => {
      const deal = await submit('lead-1');
      const changed = await backOffice.changeStatus('lead-1', to('In Progress'));
      expect(changed).toEqual({ before: deal, after: deal });
      expect((await backOffice.lead('lead-1'))?.deal.history).toHaveLength(1);
    });

    it('leaves everything as it was if it is refused', async () => {
      const deal = await submit('lead-1');
      await backOffice.changeStatus('lead-1', to('Won'));
      await expect(backOffice.changeStatus('lead-1', to('Lost'))).rejects.toThrow('cannot become Lost');
      expect((await backOffice.lead('lead-1'))?.deal).toEqual(withChange(deal, to('Won')(deal)));
    });

    it('is never lost among simultaneous ones: the history is complete and repeats no status', async () => {
      await submit('lead-1');
      const rounds = Array.from(
        { length: 24 },
        (_, n): LeadStatus => (n % 2 ? 'Quoted' : 'Evaluation Scheduled'),
      );
      const changes = await Promise.all(
        rounds.map((status, n) => backOffice.changeStatus('lead-1', to(status, `operator ${n}`))),
      );
      const moved = changes.filter((change) => change && change.before.status !== change.after.status);
      const deal = (await backOffice.lead('lead-1'))?.deal;
      expect(deal?.history).toHaveLength(1 + moved.length);
      expect(deal?.history.at(-1)?.status).toBe(deal?.status);
      for (const [n, change] of (deal?.history ?? []).entries()) {
        expect(change.status).not.toBe(deal?.history[n - 1]?.status);
      }
      expect(new Set(deal?.history.map(({ by }) => by)).size).toBe(1 + moved.length);
    });

    it('ends a lead once, however many try at once', async () => {
      await submit('lead-1');
      const ends = Array.from({ length: 12 }, (_, n): LeadStatus => (n % 2 ? 'Won' : 'Lost'));
      const outcomes = await Promise.allSettled(
        ends.map((status) => backOffice.changeStatus('lead-1', to(status))),
      );
      const deal = (await backOffice.lead('lead-1'))?.deal;
      expect(deal?.history).toHaveLength(2);
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(ends.filter((status) => status !== deal?.status).length);
    });
  });

  describe('a contact', () => {
    it('is found by its id and by each of its keys, with what is kept and how many deals it has', async () => {
      const draft = { lastName: 'Lovelace', phone: '555 010 9999', zip: '12345' };
      const { contactId } = await submit('lead-1', {}, draft);
      await submit('lead-2');
      await submit('other', {}, { email: 'bob@example.com' });
      const found = await backOffice.contact({ id: contactId });
      expect(found).toEqual({
        contactId,
        contact: expect.objectContaining({ ...lead(draft).customer, id: contactId }),
        erased: undefined,
        deals: 2,
      });
      expect(await backOffice.contact({ key: 'e:ada@example.com' })).toEqual(found);
      expect(await backOffice.contact({ key: 'p:5550109999' })).toEqual(found);
    });
  });

  describe('an erased contact', () => {
    const ada = { email: 'ada@example.com', phone: '555-010-9999' };
    const sent = { key: 'k-1', fingerprint: 'f-1' };

    async function eraseAda(): Promise<{ deals: readonly Deal[]; contactId: string }> {
      const personal = { ...wholeDraft, ...ada, lastName: 'Ada', notes: 'Ada', externalLeadId: 'ada-1' };
      const first = await submit('lead-1', { idempotency: sent }, personal);
      await backOffice.changeStatus('lead-1', to('Quoted', 'grace', 'Ada asked for it'));
      const other = await submit('lead-2', {}, ada);
      await submit('other', {}, { firstName: 'Bob', email: 'bob@example.com' });
      await backOffice.erase(first.contactId, second(7));
      return { deals: [first, other], contactId: first.contactId };
    }

    it('is no longer found by email or phone', async () => {
      await eraseAda();
      expect(await backOffice.contact({ key: 'e:ada@example.com' })).toBeUndefined();
      expect(await backOffice.contact({ key: 'p:5550109999' })).toBeUndefined();
      expect(await backOffice.lead('lead-1')).toMatchObject({ contact: undefined, erased: second(7) });
    });

    it('is still found by its id, and erasing it again clears a lead that was added meanwhile', async () => {
      const { contactId } = await eraseAda();
      const late = await submit('lead-3', {}, { email: 'eve@example.com' });
      await crm.addDeal({ ...late, id: 'late', contactId });
      const left = { contactId, contact: undefined, erased: second(7), deals: 3 };
      expect(await backOffice.contact({ id: contactId })).toEqual(left);
      await backOffice.erase(contactId, second(9));
      const { deal, erased } = (await backOffice.lead('late')) ?? {};
      expect({ notes: deal?.notes, erased }).toEqual({ notes: '', erased: second(7) });
    });

    it('does nothing if there is no such contact', async () => {
      await eraseAda();
      await backOffice.erase('nobody', second(9));
      expect(await backOffice.contact({ id: 'nobody' })).toBeUndefined();
      expect((await backOffice.lead('other'))?.deal.notes).toBe('Call back.');
    });

    it('leaves its leads with their status and history, but without free text', async () => {
      const { deals } = await eraseAda();
      const [first] = deals as [Deal];
      const quoted = withChange(first, to('Quoted', 'grace', 'Ada asked for it')(first));
      expect((await backOffice.lead('lead-1'))?.deal).toEqual(forgetCustomer(quoted));
      expect((await backOffice.lead('lead-2'))?.deal).toEqual(forgetCustomer(deals[1] as Deal));
      expect(await crm.statusOf('lead-1')).toMatchObject({ status: 'Quoted' });
      const kept = [await backOffice.lead('lead-1'), await backOffice.lead('lead-2')];
      const listed = await backOffice.deals({ limit: 9 });
      expect(JSON.stringify([kept, listed]).match(/Ada|ada@/g)).toBeNull(); // an id may happen to contain `ada`
      expect((await backOffice.lead('other'))?.deal.notes).toBe('Call back.');
    });

    it('reaches leads whose contact is missing, as in a restored backup', async () => {
      const submitted = await submit('lead-1', { contactId: 'lost' });
      const left = { contactId: 'lost', contact: undefined, erased: undefined, deals: 1 };
      expect(await backOffice.contact({ id: 'lost' })).toEqual(left);
      await backOffice.erase('lost', second(9));
      expect((await backOffice.lead('lead-1'))?.deal).toEqual(forgetCustomer(submitted));
    });

    it('leaves leads that can be moved, and idempotency keys that are replayed', async () => {
      await eraseAda();
      expect((await backOffice.changeStatus('lead-1', to('Won')))?.after.status).toBe('Won');
      const earlier = await crm.earlierDeal('ven_1', sent.key);
      expect(earlier).toMatchObject({ id: 'lead-1', idempotency: { key: sent.key } });
      expect(isSameLead(earlier?.idempotency ?? sent, { ...sent, fingerprint: 'f-2' })).toBe(true);
    });

    it('takes with it what other people’s leads say who share its phone', async () => {
      const { contactId } = await submit('lead-1', {}, ada);
      const carlos = { firstName: 'Carlos', email: undefined, phone: ada.phone };
      expect((await submit('lead-2', {}, carlos)).contactId).toBe(contactId);
      await backOffice.erase(contactId, second(7));
      expect((await backOffice.lead('lead-2'))?.deal.customer).toBeUndefined();
    });

    it('frees its keys: the same customer becomes a new contact', async () => {
      const { contactId } = await eraseAda();
      const again: Customer = lead(ada).customer;
      const fresh = await crm.upsertContact(again);
      expect(fresh).not.toBe(contactId);
      const found = await backOffice.contact({ key: 'p:5550109999' });
      expect(found).toMatchObject({ contactId: fresh, erased: undefined, deals: 0 });
    });
  });

  describe('an erased lead', () => {
    const phone = '555-010-9999';
    const sent = { key: 'k-1', fingerprint: 'f-1' };

    /** Carlos shares Priya's phone, and so her contact. */
    async function eraseCarlos() {
      const priya = await submit('hers', {}, { firstName: 'Priya', email: 'priya@example.com', phone });
      const draft = { firstName: 'Carlos', email: undefined, phone, notes: 'Carlos', externalId: 'carlos-1' };
      const carlos = await submit('his', { idempotency: sent }, draft);
      const moved = await backOffice.changeStatus('his', to('Quoted', 'grace', 'Carlos asked for it'));
      const contact = await backOffice.contact({ id: priya.contactId });
      await backOffice.eraseLead('his');
      return { priya, carlos: moved?.after ?? carlos, contact };
    }

    it('keeps its status, history and contact, but nothing of its customer', async () => {
      const { carlos } = await eraseCarlos();
      expect((await backOffice.lead('his'))?.deal).toEqual(forgetCustomer(carlos));
      expect(await crm.statusOf('his')).toMatchObject({ status: 'Quoted' });
      const seen = [await backOffice.lead('his'), await backOffice.deals({ limit: 9 })];
      expect(JSON.stringify(seen)).not.toMatch(/carlos/i);
    });

    it('leaves the contact and its other leads as they were', async () => {
      const { priya, carlos, contact } = await eraseCarlos();
      expect(carlos.contactId).toBe(priya.contactId);
      expect(await backOffice.contact({ id: priya.contactId })).toEqual(contact);
      expect((await backOffice.lead('hers'))?.deal).toEqual(priya);
    });

    it('still answers a late retry of its key, whatever is sent with it', async () => {
      await eraseCarlos();
      const earlier = await crm.earlierDeal('ven_1', sent.key);
      expect(earlier).toMatchObject({ id: 'his', idempotency: { key: sent.key } });
      expect(isSameLead(earlier?.idempotency ?? sent, { ...sent, fingerprint: 'f-2' })).toBe(true);
    });

    it('can be moved and erased again; an unknown one is left alone', async () => {
      await eraseCarlos();
      await backOffice.changeStatus('his', to('Won', 'grace', 'Carlos signed'));
      await backOffice.eraseLead('his');
      await backOffice.eraseLead('nobody');
      const kept = (await backOffice.lead('his'))?.deal;
      expect([kept?.status, kept?.history.map(({ reason }) => reason)]).toEqual([
        'Won',
        [undefined, undefined, undefined],
      ]);
      expect((await backOffice.deals({ limit: 9 })).map(({ id }) => id)).toEqual(['hers', 'his']);
    });
  });
}
