import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Crm } from '../application/ports/outbound/crm.ts';
import type { Contact } from '../domain/contact.ts';
import { type Deal, openDeal } from '../domain/deal.ts';
import { Lead, type LeadDraft } from '../domain/lead.ts';

/** An empty CRM, and a way to read what it keeps. */
export interface CrmUnderTest {
  readonly crm: Crm;
  contacts(): Promise<readonly Contact[]>;
  deals(): Promise<readonly Deal[]>;
  close?(): Promise<void>;
}

/** What the port `Crm` promises. Every adapter has to pass. */
export function crmContract(name: string, open: () => Promise<CrmUnderTest>): void {
  describe(`CRM contract: ${name}`, () => {
    let under: CrmUnderTest;
    let crm: Crm;
    beforeEach(async () => {
      under = await open();
      crm = under.crm;
    });
    afterEach(() => under.close?.());

    const keep = (draft: LeadDraft) => crm.keepContact(leadOf(draft).customer);
    const contact = async (id: string) => {
      const found = (await under.contacts()).find((each) => each.id === id);
      return found && shown(found);
    };

    describe('a contact is matched', () => {
      it('by its email, ignoring case', async () => {
        const ann = await keep({ email: 'Ann@Example.com' });
        expect(await keep({ email: 'ann@example.COM' })).toBe(ann);
        expect(await contact(ann)).toMatchObject({ email: 'Ann@Example.com' });
      });

      it('by its phone, with or without the leading 1', async () => {
        const ann = await keep({ phone: '+1 (212) 555-0123' });
        expect(await keep({ phone: '212 555 0123' })).toBe(ann);
        expect(await contact(ann)).toMatchObject({ phone: '12125550123' });
      });

      it('by its phone if the submission has no email', async () => {
        const ann = await keep({ email: 'ann@example.com', phone: '2125550123' });
        expect(await keep({ phone: '2125550123' })).toBe(ann);
      });

      it('by its phone if the contact has no email, which it then gets', async () => {
        const ann = await keep({ phone: '2125550123' });
        expect(await keep({ email: 'ann@example.com', phone: '2125550123' })).toBe(ann);
        expect(await keep({ email: 'ann@example.com' })).toBe(ann);
      });

      it('not by its phone if both have an email, because families share phones', async () => {
        const ann = await keep({ email: 'ann@example.com', phone: '2125550123' });
        const ben = await keep({ email: 'ben@example.com', phone: '2125550123' });
        expect(ben).not.toBe(ann);
        expect(await contact(ben)).toMatchObject({ phone: '2125550123', keys: ['e:ben@example.com'] });
        expect(await keep({ phone: '2125550123' })).toBe(ann);
      });

      it('by its email before its phone, and nothing is merged', async () => {
        const ann = await keep({ email: 'ann@example.com' });
        const ben = await keep({ phone: '2125550123' });
        expect(await keep({ email: 'ann@example.com', phone: '2125550123' })).toBe(ann);
        expect(await contact(ann)).toMatchObject({ phone: '2125550123', keys: ['e:ann@example.com'] });
        expect(await keep({ phone: '2125550123' })).toBe(ben);
      });

      it('by nothing else: the same name does not match', async () => {
        const ann = await keep({ firstName: 'Ann', email: 'ann@example.com' });
        expect(await keep({ firstName: 'Ann', email: 'ann@example.org' })).not.toBe(ann);
      });
    });

    describe('a blank field', () => {
      it('is filled: ZIP, last name, phone', async () => {
        const ann = await keep({ email: 'ann@example.com' });
        await keep({ email: 'ann@example.com', zip: '10001', lastName: 'Lee', phone: '2125550123' });
        expect(await contact(ann)).toMatchObject({ zip: '10001', lastName: 'Lee', phone: '2125550123' });
        expect(await keep({ phone: '2125550123' })).toBe(ann);
      });

      it('is filled by whichever submission first has a value for it', async () => {
        const ann = await keep({ email: 'ann@example.com' });
        await keep({ email: 'ann@example.com', zip: '10001' });
        await keep({ email: 'ann@example.com', zip: '20002', lastName: 'Lee' });
        expect(await contact(ann)).toMatchObject({ zip: '10001', lastName: 'Lee' });
      });

      it('is the only kind that changes: nothing is ever overwritten', async () => {
        const first = {
          firstName: 'Ann',
          lastName: 'Lee',
          email: 'ann@example.com',
          phone: '2125550123',
          zip: '10001',
        };
        const ann = await keep(first);
        const before = await contact(ann);
        await keep({
          firstName: 'X',
          lastName: 'X',
          email: 'ann@example.com',
          phone: '3125550123',
          zip: '99999',
        });
        expect(await contact(ann)).toEqual(before);
        expect(before).toMatchObject(first);
      });

      it('gets one of the values and keeps it when 50 submissions fill it at once', async () => {
        const ann = await keep({ email: 'ann@example.com' });
        const zips = Array.from({ length: 50 }, (_, index) => `${10_000 + index}`);
        await Promise.all(zips.map((zip) => keep({ email: 'ann@example.com', zip })));
        const kept = (await contact(ann))?.zip;
        expect(zips).toContain(kept);
        await keep({ email: 'ann@example.com', zip: '99999' });
        expect((await contact(ann))?.zip).toBe(kept);
      });
    });

    describe('under concurrency', () => {
      it('50 submissions from one new customer create one contact', async () => {
        const both = { email: 'ann@example.com', phone: '2125550123' };
        const ids = await Promise.all(Array.from({ length: 50 }, () => keep(both)));
        expect(new Set(ids).size).toBe(1);
        expect(await under.contacts()).toHaveLength(1);
      });

      it('50 submissions, some with an email and some with a phone, complete one contact', async () => {
        const ann = await keep({ email: 'ann@example.com', phone: '2125550123' });
        const told = [
          { email: 'ann@example.com' },
          { phone: '12125550123', zip: '10001' },
          { email: 'ANN@example.com', lastName: 'Lee' },
        ];
        const ids = await Promise.all(Array.from({ length: 50 }, (_, index) => keep(told[index % 3] ?? {})));
        expect(new Set(ids)).toEqual(new Set([ann]));
        expect(await contact(ann)).toMatchObject({ zip: '10001', lastName: 'Lee' });
      });

      it('no key and no email gets two holders when many submissions share a few emails and phones', async () => {
        const random = numbers(7);
        const pick = (count: number) => Math.floor(random() * count);
        for (let wave = 0; wave < 10; wave += 1) {
          const storm = Array.from({ length: 60 }, () => {
            const email = pick(3) > 0 ? `${wave}-${pick(4)}@example.com` : undefined;
            const phone = email === undefined || pick(2) > 0 ? `212555${wave}${pick(3)}00` : undefined;
            const zip = pick(2) > 0 ? `${10_000 + pick(9)}` : undefined;
            return { email, phone, zip };
          });
          const ids = await Promise.all(storm.map(keep));
          const contacts = await under.contacts();
          storm.forEach(
            (told, index) =>
              void expectAtHome(
                told,
                contacts.find(({ id }) => id === ids[index]),
              ),
          );
        }
        const contacts = await under.contacts();
        expectUnique(contacts.flatMap(({ keys }) => keys));
        expectUnique(contacts.flatMap(({ email }) => email?.identity ?? []));
        expect(contacts.filter(({ keys }) => keys.length === 0)).toEqual([]);
      });
    });

    describe('a deal', () => {
      it('is stored completely, with its history', async () => {
        const vehicle = {
          vehicleYear: '2019',
          vehicleMake: 'Ford',
          vehicleModel: 'F-150',
          vehicleMiles: '80000',
        };
        const whole = dealOf(
          { dealType: 'other', externalLeadId: 'X-1', ...vehicle },
          { key: 'k', fingerprint: 'f' },
        );
        const bare = dealOf({});
        expect(await crm.addDeal(whole)).toBe('added');
        expect(await crm.addDeal(bare)).toBe('added');
        expect(await under.deals()).toEqual([whole, bare]);
        expect(whole.history).toEqual([
          { status: 'In Progress', at: whole.receivedAt, by: 'vendor-1', reason: undefined },
        ]);
      });

      it.each(exactTexts)('keeps its texts exactly as they were sent: %s', async (_, text) => {
        const deal = dealOf({
          notes: text,
          vendorName: `V ${text} V`.slice(0, 200),
          externalLeadId: `id ${text} id`.slice(0, 200),
        });
        await crm.addDeal(deal);
        const id = await keep({ email: 'ann@example.com', firstName: `A ${text} A`.slice(0, 200) });
        await keep({
          email: 'ann@example.com',
          lastName: `B ${text} B`.slice(0, 200),
          zip: `Z${text}Z`.slice(0, 16),
        });
        expect(await under.deals()).toEqual([deal]);
        expect(await contact(id)).toMatchObject({
          firstName: `A ${text} A`.slice(0, 200).trim(),
          lastName: `B ${text} B`.slice(0, 200).trim(),
          zip: `Z${text}Z`.slice(0, 16).trim(),
        });
      });

      it('reports its status to its vendor', async () => {
        const deal = dealOf({});
        await crm.addDeal(deal);
        expect(await crm.statusOf(deal.id, 'vendor-1')).toBe('In Progress');
      });

      it('is not found by another vendor, as if it did not exist', async () => {
        const deal = dealOf({});
        await crm.addDeal(deal);
        expect(await crm.statusOf(deal.id, 'vendor-2')).toBeUndefined();
        expect(await crm.statusOf(randomUUID(), 'vendor-1')).toBeUndefined();
      });

      it.each(['', '$ne', '{"$gt":""}', '\0', 'x'.repeat(10_000), '../..', '__proto__'])(
        'is not found under the odd id %j',
        async (id) => {
          await crm.addDeal(dealOf({}));
          expect(await crm.statusOf(id, 'vendor-1')).toBeUndefined();
        },
      );

      it('gets its own result when many are added and read at once', async () => {
        const deals = Array.from({ length: 300 }, (_, index) =>
          dealOf({ notes: `${index}` }, undefined, `vendor-${index % 7}`),
        );
        expect(new Set(await Promise.all(deals.map((deal) => crm.addDeal(deal))))).toEqual(
          new Set(['added']),
        );
        const vendors = deals.map((_, index) => `vendor-${index % 5}`);
        const answers = await Promise.all(
          deals.map(({ id }, index) => crm.statusOf(id, vendors[index] ?? '')),
        );
        const owned = deals.map(({ vendorId, status }, index) =>
          vendorId === vendors[index] ? status : undefined,
        );
        expect(answers).toEqual(owned);
      });
    });

    describe('an idempotency key', () => {
      const sent = { key: 'order 1', fingerprint: 'same' };

      it('has no earlier deal if it is new', async () => {
        await crm.addDeal(dealOf({}, { key: 'another', fingerprint: 'same' }));
        expect(await crm.earlierDeal('vendor-1', sent)).toBeUndefined();
      });

      it('leads back to the first deal if the content is the same', async () => {
        const first = dealOf({}, sent);
        await crm.addDeal(first);
        const replayed = { outcome: 'replayed', leadId: first.id };
        expect(await crm.earlierDeal('vendor-1', sent)).toEqual(replayed);
        expect(await crm.addDeal(dealOf({}, sent))).toEqual(replayed);
        expect(await under.deals()).toEqual([first]);
      });

      it('conflicts if the content is different', async () => {
        const other = { ...sent, fingerprint: 'other' };
        await crm.addDeal(dealOf({}, sent));
        expect(await crm.earlierDeal('vendor-1', other)).toEqual({ outcome: 'conflict' });
        expect(await crm.addDeal(dealOf({}, other))).toEqual({ outcome: 'conflict' });
        expect(await under.deals()).toHaveLength(1);
      });

      it('leads back to its deal whatever is sent once the fingerprint has been erased', async () => {
        const first = dealOf({}, { key: 'order 1', fingerprint: undefined });
        await crm.addDeal(first);
        expect(await crm.earlierDeal('vendor-1', sent)).toEqual({ outcome: 'replayed', leadId: first.id });
      });

      it('belongs to one vendor only', async () => {
        await crm.addDeal(dealOf({}, sent, 'vendor-1'));
        expect(await crm.earlierDeal('vendor-2', sent)).toBeUndefined();
        expect(await crm.addDeal(dealOf({}, sent, 'vendor-2'))).toBe('added');
      });

      it('never runs together with the vendor id, whatever characters they contain', async () => {
        await crm.addDeal(dealOf({}, { key: 'b","c', fingerprint: 'f' }, 'a'));
        expect(await crm.earlierDeal('a","b', { key: 'c', fingerprint: 'f' })).toBeUndefined();
      });

      it('is never interpreted as a query operator', async () => {
        await crm.addDeal(dealOf({}, { key: '$exists', fingerprint: 'f' }));
        expect(await crm.earlierDeal('vendor-1', { key: '{"$ne":null}', fingerprint: 'f' })).toBeUndefined();
        expect(await crm.earlierDeal('vendor-1', { key: '$exists', fingerprint: 'f' })).toBeDefined();
      });

      it('creates one deal when it is sent 50 times at once', async () => {
        const deals = Array.from({ length: 50 }, () => dealOf({}, sent));
        const outcomes = await Promise.all(deals.map((deal) => crm.addDeal(deal)));
        const [kept, ...more] = await under.deals();
        expect(more).toEqual([]);
        expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
        const others = outcomes.filter((outcome) => outcome !== 'added');
        expect(others).toEqual(others.map(() => ({ outcome: 'replayed', leadId: kept?.id })));
      });

      it('is settled for each vendor when several send it at once, with the same or different content', async () => {
        const deals = Array.from({ length: 60 }, (_, index) =>
          dealOf({}, { key: 'k', fingerprint: `${Math.floor(index / 30)}` }, `vendor-${index % 3}`),
        );
        const outcomes = await Promise.all(deals.map((deal) => crm.addDeal(deal)));
        const kept = new Map((await under.deals()).map((deal) => [deal.vendorId, deal]));
        expect(kept.size).toBe(3);
        deals.forEach((deal, index) => {
          const first = kept.get(deal.vendorId);
          const same = first?.idempotency?.fingerprint === deal.idempotency?.fingerprint;
          const repeat = same ? { outcome: 'replayed', leadId: first?.id } : { outcome: 'conflict' };
          expect(outcomes[index]).toEqual(first?.id === deal.id ? 'added' : repeat);
        });
      });
    });
  });
}

const exactTexts: [string, string][] = [
  ['emoji and scripts', '👩🏽‍🔧 Łukasz 北京 שלום é e\u0301'],
  ['CRLF and tabs', '  first\r\nsecond\n\n\tthird\r'],
  ['8 KB', 'Ünïcode line \r\n'.repeat(600)],
  ['NUL', 'a\0b'],
  ['operators', '{"$gt": ""} $set $$ROOT $name'],
  ['dotted names', 'a.b.c __proto__ constructor'],
];

function leadOf(draft: LeadDraft): Lead {
  const reachable = 'email' in draft || 'phone' in draft ? {} : { email: 'someone@example.com' };
  const usual = { firstName: 'Someone', dealType: 'sales', vendorName: 'Vendor', notes: 'Call back.' };
  return Lead.parse({ ...usual, ...reachable, ...draft });
}

function dealOf(draft: LeadDraft, idempotency?: Deal['idempotency'], vendorId = 'vendor-1'): Deal {
  return openDeal(leadOf(draft), {
    id: randomUUID(),
    contactId: 'contact-1',
    vendorId,
    receivedAt: new Date('2026-01-02T03:04:05.678Z'),
    idempotency,
  });
}

const shown = ({ email, phone, ...contact }: Contact) => ({
  ...contact,
  email: email?.value,
  phone: phone?.value,
});

/** A contact may hold more than was submitted, and another ZIP if it had one before. */
function expectAtHome(told: LeadDraft, contact: Contact | undefined): void {
  expect(contact).toBeDefined();
  if (told.email) expect(contact?.email?.value).toBe(told.email);
  else expect(contact?.phone?.value).toBe(told.phone);
  if (told.zip) expect(contact?.zip).toBeDefined();
}

function expectUnique(values: readonly string[]): void {
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
