import { afterAll, beforeEach, expect, it } from 'vitest';
import { SqliteContacts } from '../../../../../src/operators/adapters/outbound/sqlite/contacts/sqlite-contacts.ts';
import { SqliteErasure } from '../../../../../src/operators/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import { SqliteLeads } from '../../../../../src/operators/adapters/outbound/sqlite/leads/sqlite-leads.ts';
import { correctedAt } from '../../../../../suites/operator-samples.ts';
import { dealOf } from '../../../../../suites/samples.ts';
import { addLead } from '../../../../support/added-leads.ts';
import { crmIn, sharedFile } from '../../../../support/sqlite-file.ts';

/** More than what one unit of work does. */
const MANY = 130;

const { file, clear, close } = sharedFile();
afterAll(close);
beforeEach(clear);

const [crm, leads, contacts] = [crmIn(file), new SqliteLeads(file), new SqliteContacts(file)];

const sent = (email: string) => ({ firstName: 'Ada', lastName: 'King', email });

async function keepLead(email: string, id: string): Promise<string> {
  return (await addLead(crm, dealOf(sent(email), { id }))).contactId;
}

async function manyLeads(email: string): Promise<string> {
  const ids = await Promise.all(Array.from({ length: MANY }, (_, n) => keepLead(email, `${email}-${n}`)));
  return ids[0] ?? '';
}

/** The order in which the work ends, and a lead that arrives once it has begun. */
async function besideALead(work: Promise<unknown>): Promise<string[]> {
  const ended: string[] = [];
  await Promise.all([
    work.then(() => ended.push('work')),
    keepLead('ada@example.com', 'late').then(() => ended.push('lead')),
  ]);
  return ended;
}

const allOf = async (contactId: string) => {
  const found = await leads.deals({ contactId, limit: 1_000 });
  return leads.leads(found.map(({ id }) => id));
};

it('many leads of a customer are merged in steps; a lead that arrives meanwhile does not wait for them, and is the kept one’s', async () => {
  const [kept, gone] = [await manyLeads('bo@example.com'), await manyLeads('ada@example.com')];
  expect(await besideALead(contacts.merge(kept, gone, correctedAt(new Date())))).toEqual(['lead', 'work']);
  const all = await allOf(kept);
  expect(all).toHaveLength(2 * MANY + 1);
  expect(new Set(all.map(({ deal }) => deal.contactId))).toEqual(new Set([kept]));
});

it('likewise what an edit changes in them', async () => {
  const contactId = await manyLeads('ada@example.com');
  const renaming = contacts.changeContact(
    contactId,
    [],
    (contact) => ({ ...contact, lastName: 'Lovelace' }),
    correctedAt(new Date()),
  );
  expect(await besideALead(renaming)).toEqual(['lead', 'work']);
  const names = (await allOf(contactId)).map(({ deal }) => (deal.present ?? deal.customer)?.lastName);
  expect(names.filter((name) => name === 'Lovelace').length).toBeGreaterThanOrEqual(MANY);
});

it('and their erasure, with which the contact goes last', async () => {
  const contactId = await manyLeads('ada@example.com');
  expect(await besideALead(new SqliteErasure(file).erase(contactId, new Date()))).toEqual(['lead', 'work']);
  const all = await allOf(contactId);
  expect(all).toHaveLength(MANY + 1);
  expect(all.filter(({ deal }) => deal.customer)).toEqual([]);
  expect((await contacts.contact({ id: contactId }))?.erased).toBeDefined();
});
