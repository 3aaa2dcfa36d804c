import { describe, expect, it } from 'vitest';
import type { Deal } from '../src/domain/deal.ts';
import { dealTypes } from '../src/domain/deal-type.ts';
import type { LeadDraft } from '../src/domain/lead.ts';
import type { LeadStatus } from '../src/domain/lead-status.ts';
import { inexact, lookalikeLeadIds, lookalikeVendors } from './lookalikes.ts';
import { byId, movedOn, newId, sentWith, wholeDraft } from './samples.ts';
import type { Subject } from './subject.ts';

export function deals(subject: Subject): void {
  describe('a deal', () => {
    it('is stored completely, with its history', async () => {
      const whole = subject.deal(wholeDraft, { idempotency: sentWith('k') });
      const bare = subject.deal();
      await expectKept(subject, whole, bare);
      expect(whole.history).toEqual([
        { status: 'In Progress', at: whole.receivedAt, by: 'vendor-1', reason: undefined },
      ]);
    });

    it('keeps its own customer, who shares a phone with the contact and is somebody else', async () => {
      const phone = '5550109999';
      const people = [
        { firstName: 'Priya', email: 'priya@example.com', phone },
        { firstName: 'Carlos', lastName: 'Diaz', phone },
      ];
      const contactIds = [];
      for (const draft of people) contactIds.push(await subject.keep(draft));
      expect(contactIds[1]).toBe(contactIds[0]);
      expect(await subject.contact(contactIds[0] ?? '')).toMatchObject({ firstName: 'Priya' });
      const kept = (await subject.deals()).map(({ customer }) => customer?.firstName);
      expect(kept.toSorted()).toEqual(['Carlos', 'Priya']);
    });

    it.each(dealTypes)('keeps its type: %s', async (dealType) => {
      const deal = subject.deal({ dealType });
      await expectKept(subject, deal);
    });

    it.each(times)('keeps its time of receipt to the millisecond: %s', async (time) => {
      const deal = subject.deal({}, { receivedAt: new Date(time) });
      await expectKept(subject, deal);
    });

    it.each(partialVehicles)('keeps what is known of the vehicle: %o', async (vehicle) => {
      const deal = subject.deal(vehicle);
      await expectKept(subject, deal);
    });

    it('belongs to the contact of its customer, by an id that is text', async () => {
      const emails = ['ann@example.com', 'ben@example.com', 'ann@example.com'];
      const ids = [];
      for (const email of emails) ids.push(await subject.keep({ email }));
      expect(
        ids.map((id) => typeof id),
        'ids are text: a driver may give numbers',
      ).toEqual(emails.map(() => 'string'));
      const contacts = await Promise.all(ids.map((id) => subject.contact(id)));
      expect(contacts.map((contact) => contact?.email)).toEqual(emails);
    });

    it('is another one each time without an idempotency key, whatever it has in common with others', async () => {
      const same = { externalLeadId: 'X-1', notes: 'Call back.' };
      const added = [subject.deal(same), subject.deal(same), subject.deal(same)];
      await expectKept(subject, ...added);
    });

    it.each([
      ['without an idempotency key', undefined],
      ['with one', sentWith('k')],
    ])('is kept once if a lost answer made the adapter add it again: %s', async (_, idempotency) => {
      const deal = subject.deal({}, { idempotency });
      const cause = 'a deal that is there already, by its id, is `added`, and stays as it is';
      const outcomes = [await subject.add(deal), await subject.add(deal)];
      expect(outcomes, cause).toEqual(['added', 'added']);
      expect(await subject.deals(), cause).toEqual([deal]);
    });

    it('tells its vendor and its status', async () => {
      const deal = subject.deal();
      await subject.add(deal);
      expect(await subject.crm.statusOf(deal.id)).toMatchObject({
        vendorId: 'vendor-1',
        status: 'In Progress',
      });
      expect(await subject.crm.statusOf(newId())).toBeUndefined();
    });

    it('reports the status that it has, and keeps each step of its history', async () => {
      const moved = await Promise.all(histories.map(async (steps) => moveAlong(subject.deal(), steps)));
      for (const deal of moved) await subject.add(deal);
      for (const { id, status } of moved) expect(await subject.crm.statusOf(id)).toMatchObject({ status });
      expect(byId(await subject.deals())).toEqual(byId(moved));
    });

    it('tells exactly whose it is, however alike the ids of vendors look', async () => {
      const added = await Promise.all(lookalikeVendors.map((vendorId) => subject.deal({}, { vendorId })));
      for (const deal of added) await subject.add(deal);
      const found = await Promise.all(added.map(({ id }) => subject.crm.statusOf(id)));
      expect(
        found.map((each) => each?.vendorId),
        inexact,
      ).toEqual([...lookalikeVendors]);
    });

    it('is not found under another id, however odd or alike', async () => {
      const deal = subject.deal({}, { id: '0190abcd-ef01-7abc-8def-0123456789ab' });
      await subject.add(deal);
      const others = [...oddIds, ...lookalikeLeadIds(deal.id)];
      const found = others.map(async (id) => [id, await subject.crm.statusOf(id)]);
      expect(await Promise.all(found), inexact).toEqual(others.map((id) => [id, undefined]));
      expect(await subject.crm.statusOf(deal.id)).toMatchObject({ status: 'In Progress' });
    });

    it('gets its own result when many are added and read at once', async () => {
      const added = await Promise.all(
        Array.from({ length: 300 }, (_, index) =>
          subject.deal({ notes: `${index}` }, { vendorId: `vendor-${index % 7}` }),
        ),
      );
      const outcomes = await Promise.all(added.map((deal) => subject.add(deal)));
      expect(new Set(outcomes), mixedUp).toEqual(new Set(['added']));
      const sought = added.flatMap(({ id }) => [id, newId()]);
      const found = await Promise.all(sought.map((id) => subject.crm.statusOf(id)));
      expect(
        found.map((each) => each?.vendorId),
        mixedUp,
      ).toEqual(added.flatMap(({ vendorId }) => [vendorId, undefined]));
    });
  });
}

/** Adds deals, and expects that the CRM has exactly these, unchanged. */
async function expectKept(subject: Subject, ...deals: readonly Deal[]): Promise<void> {
  for (const deal of deals) expect(await subject.add(deal), 'a new deal was not added').toBe('added');
  const cause = 'a deal was not kept as it was given: every field, times to the millisecond, texts as text';
  expect(byId(await subject.deals()), cause).toEqual(byId(deals));
}

const mixedUp = 'calls at the same time got each other’s results: keep each call’s own';

/** Afternoon and midnight, both sides of a change of clocks, the last moment of a year, and a leap day. */
const times = [
  '2026-07-12T15:04:05.678Z',
  '2026-01-02T00:00:00.000Z',
  '2026-03-08T10:00:00.001Z',
  '2026-11-01T06:30:00.999Z',
  '2027-12-31T23:59:59.999Z',
  '2028-02-29T12:00:00.010Z',
];

const partialVehicles: readonly LeadDraft[] = [
  { vehicleYear: '2019' },
  { vehicleMake: 'Ford' },
  { vehicleModel: 'F-150' },
  { vehicleMiles: '80000' },
  { vehicleMake: 'Ford', vehicleModel: 'F-150' },
];

const histories: readonly (readonly LeadStatus[])[] = [
  ['Quoted'],
  ['Evaluation Scheduled'],
  ['Won'],
  ['Lost'],
  ['Quoted', 'Evaluation Scheduled', 'Quoted', 'Lost', 'Quoted'],
];

/** Moves a deal step by step; two steps each fall into the same millisecond. */
const moveAlong = (deal: Deal, steps: readonly LeadStatus[]): Deal =>
  steps.reduce((moved, status, index) => {
    const at = new Date(deal.receivedAt.getTime() + 1_000 * Math.floor(index / 2));
    return movedOn(moved, { status, at, by: 'ada', reason: index % 2 === 0 ? `Step ${index}` : undefined });
  }, deal);

const oddIds = ['', ' ', '$ne', '{"$gt":""}', '\0', 'x'.repeat(10_000), '../..', '__proto__', '%', '*', '.*'];
