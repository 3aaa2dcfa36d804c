import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { backOfficeContract } from '../../../../../src/testing/back-office-contract.ts';
import { dealOf, leadOf } from '../../../../../src/testing/samples.ts';
import { webhooksContract } from '../../../../../src/testing/webhooks-contract.ts';
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
  await crmIn(one).upsertContact(leadOf({}).customer);
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
  const contactId = await crm.upsertContact(leadOf({}).customer);
  const first = dealOf({}, { contactId });
  await crm.addDeal(first);
  await file.write((db) => db.execute('PRAGMA max_page_count = 1')); // what it has already
  const large = dealOf({ notes: 'x'.repeat(50_000) }, { contactId });
  await expect(crm.addDeal(large)).rejects.toThrow(StoreUnavailable);
  expect(await crm.statusOf(first.id)).toMatchObject({ status: 'In Progress' });
  await file.close();
});
