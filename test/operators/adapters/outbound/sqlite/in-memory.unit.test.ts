import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { StoreRefused } from '../../../../../src/adapters/outbound/sqlite/connection/store-errors.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { dealShelf } from '../../../../../src/operators/adapters/outbound/sqlite/leads/deal-rows.ts';
import { sqliteShelves } from '../../../../../src/operators/adapters/outbound/sqlite/sqlite-shelves.ts';
import { untouched } from '../../../../../src/operators/domain/work/worked-deal.ts';
import { backOfficeContract } from '../../../../../suites/back-office-contract.ts';
import { dealOf, leadOf } from '../../../../../suites/samples.ts';
import { webhooksContract } from '../../../../../suites/webhooks-contract.ts';
import { addLead, keepCustomer } from '../../../../support/added-leads.ts';
import { crmIn, inMemory, storeInFile } from '../../../../support/sqlite-file.ts';

const parts = () => {
  const file = inMemory();
  const { backOffice, ...others } = storeInFile(file);
  return { ...others, ...backOffice, close: () => file.close() };
};

backOfficeContract('SQLite in memory', async () => parts());
webhooksContract('SQLite in memory', async () => parts());

it('two of them have nothing of one another, and no file is made', async () => {
  const [one, other] = [inMemory(), inMemory()];
  await keepCustomer(crmIn(one), leadOf({}).customer);
  const contacts = (file: typeof one) => file.read((db) => db.all('SELECT id FROM contacts').length);
  expect([await contacts(one), await contacts(other)]).toEqual([1, 0]);
  expect(await one.isReachable()).toBe(true);
  expect(await one.problems()).toEqual([]);
  expect(existsSync(':memory:')).toBe(false);
  await Promise.all([one.close(), other.close()]);
});

it('is bounded: what has no more room is unavailable, and all else is there', async () => {
  const file = inMemory();
  const crm = crmIn(file);
  const most = () => file.read((db) => db.one<{ max_page_count: number }>('PRAGMA max_page_count'));
  expect(await most()).toEqual({ max_page_count: 262_144 });
  const first = await addLead(crm, dealOf({}, {}));
  await file.write((db) => db.execute('PRAGMA max_page_count = 1')); // what it has already
  const large = dealOf({ notes: 'x'.repeat(50_000) }, {});
  await expect(addLead(crm, large)).rejects.toThrow(StoreUnavailable);
  expect(await crm.statusOf(first.id)).toMatchObject({ status: 'In Progress' });
  await file.close();
});

it('a lead of another store is refused, not left out, if another one has its idempotency key', async () => {
  const file = inMemory();
  const { contactId } = await addLead(crmIn(file), dealOf({}, {}));
  const idempotency = { key: 'k', fingerprint: 'f' };
  const put = (id: string) => dealShelf(file).put([untouched(dealOf({}, { id, contactId, idempotency }))]);
  await put('lead-1');
  await expect(put('lead-2')).rejects.toThrow(StoreRefused);
  await file.close();
});

it('a customer of very many words is found by the last of them', async () => {
  const file = inMemory();
  const { crm, backOffice } = storeInFile(file);
  const firstName = Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ');
  await addLead(crm, dealOf({ firstName }, { id: 'lead-1' }));
  for (const word of ['w0', 'w15', 'w16', 'w39'])
    expect(await backOffice.leads.deals({ matching: [{ words: [word] }], limit: 2 })).toHaveLength(1);
  await file.close();
});

it('a record that a copy removes leaves nothing by which it was found', async () => {
  const file = inMemory();
  const { crm } = storeInFile(file);
  const draft = { firstName: 'Ada', email: 'ada@example.com', phone: '2125550101' };
  const { contactId } = await addLead(crm, dealOf(draft, { id: 'lead-1' }));
  const left = () =>
    file.read((db) => ['deal_words', 'contact_keys'].map((table) => db.all(`SELECT 1 FROM ${table}`).length));
  expect(await left()).toEqual([3, 2]);
  await sqliteShelves(file).deals.remove(['lead-1']);
  await sqliteShelves(file).contacts.remove([contactId]);
  expect(await left()).toEqual([0, 0]);
  await file.close();
});
