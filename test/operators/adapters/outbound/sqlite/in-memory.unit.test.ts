import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { backOfficeContract } from '../../../../../src/testing/back-office-contract.ts';
import { leadOf } from '../../../../../src/testing/samples.ts';
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
