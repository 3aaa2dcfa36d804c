import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackOfficeSubject, type BackOfficeUnderTest } from './back-office-subject.ts';
import { type ContractOptions, OPERATOR_LIMIT } from './contract-options.ts';
import { editedContacts } from './edited-contacts.ts';
import { erasures } from './erasures.ts';
import { followedDeals } from './followed-deals.ts';
import { foundContacts } from './found-contacts.ts';
import { listedDeals } from './listed-deals.ts';
import { managedDeals } from './managed-deals.ts';
import { mendedContacts } from './mended-contacts.ts';
import { mergedContacts } from './merged-contacts.ts';
import { movedDeals } from './moved-deals.ts';
import { ada, assign, bob, changeOne, second, to } from './operator-samples.ts';
import { retiredDeals } from './retired-deals.ts';
import { soughtDeals } from './sought-deals.ts';
import { talliedDeals } from './tallied-deals.ts';
import { expectUnavailable, telling } from './unreachable.ts';
import { workedDeals } from './worked-deals.ts';

/** What the ports `KeptLeads`, `KeptContacts`, `ReportTally` and `Erasure` promise, together with the CRM that shares its records. `open` is called for each test. */
export function backOfficeContract(
  name: string,
  open: () => Promise<BackOfficeUnderTest>,
  { timeout = 30_000, without = [] }: ContractOptions = {},
): void {
  describe(`back office contract: ${name}`, { timeout }, () => {
    const subject = new BackOfficeSubject();
    beforeEach(() => subject.open(open), timeout);
    afterEach(() => subject.close(), timeout);

    listedDeals(subject);
    soughtDeals(subject);
    followedDeals(subject);
    managedDeals(subject);
    movedDeals(subject);
    talliedDeals(subject);
    workedDeals(subject);
    foundContacts(subject);
    editedContacts(subject);
    mergedContacts(subject);
    mendedContacts(subject);
    erasures(subject);
    retiredDeals(subject);
    if (!without.includes('another')) sharedBackOffice(subject);
    if (!without.includes('breakDown')) unreachableBackOffice(subject);
  });
}

function sharedBackOffice(subject: BackOfficeSubject): void {
  it('keeps every change in the store, where another process finds it', async ({ skip }) => {
    const other = await subject.under.another?.();
    if (!other) return skip('open() offers no another()');
    const { leads, contacts, erasure } = subject;
    const kept = await subject.submit('lead-1', ada);
    const gone = await subject.submit('lead-2', bob);
    const erased = await subject.submit('lead-3', { email: 'eve@example.com' });
    await changeOne(leads, 'lead-1', to('Won', 'grace', 'signed'));
    await assign(leads, 'lead-1', 'grace');
    await subject.edit(kept, { lastName: 'Lovelace' });
    await contacts.merge(kept, gone, second(1));
    await erasure.erase(erased, second(2));
    const cause =
      'another process does not find it: it was kept in the adapter alone, or remembered from before';
    for (const id of ['lead-1', 'lead-2', 'lead-3'])
      expect([id, await other.leads.lead(id)], cause).toEqual([id, await leads.lead(id)]);
    expect((await other.leads.lead('lead-1'))?.deal.status).toBe('Won');
    for (const id of [kept, gone, erased])
      expect([id, await other.contacts.contact({ id })], cause).toEqual([id, await contacts.contact({ id })]);
    expect(await other.contacts.contact({ id: gone })).toMatchObject({
      contactId: kept,
      contact: { lastName: 'Lovelace' },
    });
  });
}

function unreachableBackOffice(subject: BackOfficeSubject): void {
  it('is StoreUnavailable while the store cannot be reached, and works again afterwards', async ({
    skip,
  }) => {
    if (!subject.under.breakDown) skip('open() offers no breakDown()');
    const { leads, contacts, report, erasure } = subject;
    const contactId = await subject.submit('lead-1', telling);
    const calls = {
      lead: () => leads.lead('lead-1'),
      deals: () => leads.deals({ said: 'p:2125550123', limit: 9 }),
      due: () => leads.deals({ due: second(1), limit: 9 }),
      changes: () => leads.deals({ changes: true, limit: 9 }),
      unanswered: () => leads.deals({ unanswered: true, limit: 9 }),
      sought: () => leads.deals({ matching: [{ words: ['xanthippe'] }], limit: 9 }),
      changeStatus: () => changeOne(leads, 'lead-1', to('Quoted')),
      assign: () => assign(leads, 'lead-1', 'grace'),
      tally: () => report.tally({ since: second(0), until: second(1) }),
      contact: () => contacts.contact({ key: 'p:2125550123' }),
      contacts: () => contacts.contacts({ name: 'xanthippe', limit: 9 }),
      changeContact: () =>
        contacts.changeContact(contactId, [], (known) => ({ ...known, lastName: 'Zugzwang' })),
      merge: () => contacts.merge(contactId, 'nobody', second(1)),
      erase: () => erasure.erase('nobody', second(1)),
      retire: () => erasure.retire(['lead-1'], { unmovedSince: second(1), at: second(1) }),
      eraseLead: () => erasure.eraseLead('nobody', second(1)),
    };
    await expectUnavailable(subject.under, calls, OPERATOR_LIMIT);
  });
}
