import { expect } from 'vitest';
import { BackOfficeSubject, type BackOfficeUnderTest } from './back-office-subject.ts';
import { contactsWithoutDeals } from './contacts-without-deals.ts';
import { contractOf } from './contract.ts';
import { editedContacts } from './edited-contacts.ts';
import { erasures } from './erasures.ts';
import { followedDeals } from './followed-deals.ts';
import { foundContacts } from './found-contacts.ts';
import { listedDeals } from './listed-deals.ts';
import { managedDeals } from './managed-deals.ts';
import { mendedContacts } from './mended-contacts.ts';
import { mergedContacts } from './merged-contacts.ts';
import { movedDeals } from './moved-deals.ts';
import { ada, assign, bob, changeOne, correctedAt, second, to } from './operator-samples.ts';
import { retiredDeals } from './retired-deals.ts';
import { soughtDeals } from './sought-deals.ts';
import { talliedDeals } from './tallied-deals.ts';
import { telling } from './unreachable.ts';
import { workedDeals } from './worked-deals.ts';

/**
 * Tests all that the ports `KeptLeads`, `KeptContacts`, `ReportTally` and `Erasure` promise, together with the
 * CRM that shares their records. `open` is called for each test.
 */
export const backOfficeContract = contractOf<BackOfficeUnderTest>(
  ['crm', 'leads', 'contacts', 'report', 'erasure'],
  (suite) => {
    const subject = new BackOfficeSubject(suite.current);
    for (const tests of [
      listedDeals,
      soughtDeals,
      followedDeals,
      managedDeals,
      movedDeals,
      talliedDeals,
      workedDeals,
      foundContacts,
      editedContacts,
      mergedContacts,
      mendedContacts,
      contactsWithoutDeals,
      erasures,
      retiredDeals,
    ])
      tests(subject);

    suite.shared('keeps every change in the store, where another process finds it', async (other) => {
      const { leads, contacts, erasure } = subject;
      const kept = await subject.submit('lead-1', ada);
      const gone = await subject.submit('lead-2', bob);
      const erased = await subject.submit('lead-3', { email: 'eve@example.com' });
      await changeOne(leads, 'lead-1', to('Won', 'grace', 'signed'));
      await assign(leads, 'lead-1', 'grace');
      await subject.edit(kept, { lastName: 'Lovelace' });
      await contacts.merge(kept, gone, correctedAt(second(1)));
      await erasure.erase(erased, second(2));
      const cause =
        'another process does not find it: it was kept in the adapter alone, or remembered from before';
      for (const id of ['lead-1', 'lead-2', 'lead-3'])
        expect([id, await other.leads.lead(id)], cause).toEqual([id, await leads.lead(id)]);
      expect((await other.leads.lead('lead-1'))?.deal.status).toBe('Won');
      expect([await other.leads.has('lead-1'), await other.leads.has('lead-9')]).toEqual([true, false]);
      for (const id of [kept, gone, erased])
        expect([id, await other.contacts.contact({ id })], cause).toEqual([
          id,
          await contacts.contact({ id }),
        ]);
      const merged = { contactId: kept, contact: { lastName: 'Lovelace' } };
      expect(await other.contacts.contact({ id: gone })).toMatchObject(merged);
    });

    suite.unreachable(async ({ leads, contacts, report, erasure }) => {
      const contactId = await subject.submit('lead-1', telling);
      return {
        has: () => leads.has('lead-1'),
        lead: () => leads.lead('lead-1'),
        deals: () => leads.deals({ said: 'p:2125550123', limit: 9 }),
        due: () => leads.deals({ due: second(1), limit: 9 }),
        changes: () => leads.deals({ changes: true, limit: 9 }),
        unanswered: () => leads.deals({ unanswered: true, limit: 9 }),
        sought: () => leads.deals({ matching: [{ words: ['xanthippe'] }], limit: 9 }),
        changeStatus: () => changeOne(leads, 'lead-1', to('Quoted')),
        assign: () => assign(leads, 'lead-1', 'grace'),
        tally: () => report.tally({ since: second(0), until: second(1) }),
        vendors: () => report.vendors({ since: second(0), until: second(1) }),
        contact: () => contacts.contact({ key: 'p:2125550123' }),
        contacts: () => contacts.contacts({ name: 'xanthippe', limit: 9 }),
        changeContact: () =>
          contacts.changeContact(
            contactId,
            [],
            (known) => ({ ...known, lastName: 'Zugzwang' }),
            correctedAt(second(1)),
          ),
        merge: () => contacts.merge(contactId, 'nobody', correctedAt(second(1))),
        erase: () => erasure.erase('nobody', second(1)),
        retire: () => erasure.retire(['lead-1'], { unmovedSince: second(1), at: second(1) }),
        eraseLead: () => erasure.eraseLead('nobody', second(1)),
      };
    });
  },
);
