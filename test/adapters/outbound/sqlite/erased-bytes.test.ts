import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SqliteErasure } from '../../../../src/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import { SqliteCrm } from '../../../../src/adapters/outbound/sqlite/leads/sqlite-crm.ts';
import { dealOf, leadOf } from '../../../../src/testing/samples.ts';
import { freshFile } from '../../../support/sqlite-file.ts';

const LEADS = 400;

it('leaves no byte of an erased customer in the file or its log', { timeout: 120_000 }, async () => {
  const { file, path, close } = freshFile();
  const crm = new SqliteCrm(file);
  const keep = async (number: number) => {
    const { clue, phone } = saidBy(number);
    const draft = {
      ...{ firstName: `F${clue}`, lastName: `L${clue}`, email: `e${clue}@example.com`, phone },
      ...{ notes: `N${clue} `.repeat(number % 7 === 0 ? 900 : 3), externalLeadId: `X${clue}` },
    };
    const contactId = await crm.upsertContact(leadOf(draft).customer);
    await crm.addDeal(dealOf(draft, { id: `lead-${number}`, contactId }));
    return contactId;
  };
  const contactIds = await Promise.all(Array.from({ length: LEADS }, (_, number) => keep(number)));
  const numbers = contactIds.map((_, number) => number);
  const [first = 0, ...others] = numbers.filter((number) => number % 3 === 0);
  const erasure = new SqliteErasure(file);
  const at = new Date();
  await erasure.retire(
    others.map((number) => `lead-${number}`),
    { unmovedSince: at, at },
  );
  await erasure.erase(contactIds[first] ?? '', at);

  const bytes = ['', '-wal'].map((end) => readFileSync(`${path}${end}`, 'latin1').toLowerCase()).join();
  const has = (number: number): boolean => {
    const { clue, phone } = saidBy(number);
    return [clue, phone, [...phone].reverse().join('')].some((text) => bytes.includes(text.toLowerCase()));
  };
  expect([first, ...others].filter(has)).toEqual([]);
  expect(numbers.filter(has)).toHaveLength(LEADS - others.length - 1); // the search finds what is there
  await close();
});

/** Scattered, so that words arrive in no order and pages are split. */
function saidBy(number: number): { readonly clue: string; readonly phone: string } {
  return {
    clue: `Zq${((number * 7_919) % 100_003).toString(36)}x`,
    phone: String(2_000_000_000 + ((number * 7_654_321) % 8_000_000_000)),
  };
}
