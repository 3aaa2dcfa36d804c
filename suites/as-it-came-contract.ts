import { beforeEach, expect, it } from 'vitest';
import { hasCustomer } from '../src/domain/contact.ts';
import type { LeadDraft } from '../src/domain/lead.ts';
import type { AsItCame } from '../src/domain/sources/as-it-came.ts';
import type { ManagedSources } from '../src/operators/application/ports/outbound/managed-sources.ts';
import type { BackOfficeUnderTest } from './back-office-subject.ts';
import { contractOf } from './contract.ts';
import { lookalikeLeadIds } from './lookalikes.ts';
import { adasDeal, changeOne, correctedAt, second, to } from './operator-samples.ts';
import { newLead, sentWith } from './samples.ts';

/** The ports of one store that keeps what sources sent beside their leads. */
export interface AsItCameUnderTest extends BackOfficeUnderTest {
  readonly managed: ManagedSources;
}

const cameAt = (n: number, more: Partial<AsItCame> = {}): AsItCame => ({
  sourceId: 'src_1',
  at: second(n),
  text: `name: Ada ${n}\r\n\u0000 é 👋`,
  ...more,
});

/** What `Crm`, `ManagedSources` and `Erasure` promise of what a source sent. `open` is called for each test. */
export const asItCameContract = contractOf<AsItCameUnderTest>(
  ['crm', 'leads', 'contacts', 'erasure', 'managed'],
  ({ current }) => {
    let under: AsItCameUnderTest;
    beforeEach(() => {
      under = current();
    });
    const add = (id: string, asItCame: AsItCame | undefined, more: object = {}, draft: LeadDraft = {}) =>
      under.crm.addLead({ ...newLead(adasDeal({ id, ...more }, draft)), asItCame });
    const dealOf = async (id: string) => (await under.leads.lead(id))?.deal;
    const contactOf = async (id: string) => (await dealOf(id))?.contactId ?? '';
    const kept = (id: string) => under.managed.asItCame(id);
    const listed = async (since = second(0), more = {}) =>
      (await under.managed.allAsItCame({ sourceId: 'src_1', since, limit: 9, ...more })).map(({ id }) => id);

    it('keeps it with the lead, and apart from what is read of the lead', async () => {
      const whole = cameAt(1, { cut: true, declared: 'text/xml' });
      await add('lead-1', whole);
      await add('lead-2', cameAt(2));
      await add('lead-3', undefined);
      expect([await kept('lead-1'), await kept('lead-2'), await kept('lead-3')]).toEqual([
        whole,
        cameAt(2),
        undefined,
      ]);
      for (const id of lookalikeLeadIds('lead-1').filter((each) => each !== 'lead-1'))
        expect(await kept(id), id).toBeUndefined();
      const contactId = await contactOf('lead-1');
      expect(await dealOf('lead-1')).toEqual(adasDeal({ id: 'lead-1', contactId }));
    });

    it('keeps what came first, if a lead is sent again', async () => {
      const idempotency = sentWith('key');
      await add('lead-1', cameAt(1), { idempotency });
      expect(await add('lead-2', cameAt(2), { idempotency })).toMatchObject({ id: 'lead-1' });
      expect(await add('lead-1', cameAt(3), { idempotency })).toBe('added');
      expect([await kept('lead-1'), await kept('lead-2')]).toEqual([cameAt(1), undefined]);
      expect(await listed()).toEqual(['lead-1']);
    });

    it('keeps it while people work on the lead, and while contacts are merged', async () => {
      await add('lead-1', cameAt(1));
      await changeOne(under.leads, 'lead-1', to('Won', 'grace', 'signed'));
      await add('other', undefined, {}, { email: 'other@example.com' });
      await under.contacts.merge(await contactOf('other'), await contactOf('lead-1'), correctedAt(second(9)));
      expect(await kept('lead-1')).toEqual(cameAt(1));
    });

    it.each([
      ['contact', async () => under.erasure.erase(await contactOf('lead-1'), second(9))],
      ['lead', () => under.erasure.eraseLead('lead-1', second(9))],
      ['old lead', () => under.erasure.retire(['lead-1'], { unmovedSince: second(9), at: second(9) })],
    ])('erases it with the %s', async (what, erase) => {
      await add('lead-1', cameAt(1));
      await add('lead-2', cameAt(2));
      await erase();
      const { deal } = (await under.leads.lead('lead-1')) ?? {};
      expect(deal && hasCustomer(deal)).toBe(false);
      expect(await kept('lead-1'), 'it would outlive the customer').toBeUndefined();
      expect(await listed()).toEqual(what === 'contact' ? [] : ['lead-2']);
    });

    it('lists that of one source from a time on, page by page', async () => {
      for (const [id, at] of [
        ['lead-3', 1],
        ['lead-1', 2],
        ['lead-2', 2],
        ['lead-4', 3],
      ] as const)
        await add(id, cameAt(at));
      await add('lead-5', cameAt(2, { sourceId: 'src_2' }));
      expect(await listed()).toEqual(['lead-3', 'lead-1', 'lead-2', 'lead-4']);
      expect(await listed(second(2))).toEqual(['lead-1', 'lead-2', 'lead-4']);
      expect(await listed(second(0), { limit: 2 })).toEqual(['lead-3', 'lead-1']);
      expect(await listed(second(0), { after: { at: second(2), id: 'lead-1' } })).toEqual([
        'lead-2',
        'lead-4',
      ]);
      const query = { sourceId: 'src_2', since: second(0), limit: 9 };
      expect(await under.managed.allAsItCame(query)).toEqual([
        { id: 'lead-5', ...cameAt(2, { sourceId: 'src_2' }) },
      ]);
    });

    it('removes what came before a time, and no lead', async () => {
      const ids = Array.from({ length: 120 }, (_, n) => `lead-${n}`);
      for (const [n, id] of ids.entries()) await add(id, cameAt(n));
      expect(await under.managed.removeCame(second(118))).toBe(118);
      expect(await under.managed.removeCame(second(118))).toBe(0);
      expect(await listed()).toEqual(['lead-118', 'lead-119']);
      expect(await under.leads.has('lead-0')).toBe(true);
      expect(await kept('lead-0')).toBeUndefined();
    });
  },
);
