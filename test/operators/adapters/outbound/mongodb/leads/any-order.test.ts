import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InMemoryCrm } from '../../../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import type { Crm } from '../../../../../../src/application/ports/outbound/crm.ts';
import type { Contact } from '../../../../../../src/domain/contact.ts';
import type { LeadDraft } from '../../../../../../src/domain/lead.ts';
import { leadOf, shown } from '../../../../../../suites/samples.ts';
import { keepCustomer } from '../../../../../support/added-leads.ts';
import { openCrm } from '../../../../../support/mongo-crm.ts';
import { freshDatabase, noMongodb } from '../../../../../support/mongodb.ts';

/** Few values, so that most customers have something in common. */
const customer = fc
  .record(
    {
      email: fc.constantFrom('ann@example.com', 'bob@example.com'),
      phone: fc.constantFrom('2125550101', '2125550102'),
      zip: fc.constantFrom('10001', '10002'),
      lastName: fc.constantFrom('Lee', 'Ng'),
    },
    { requiredKeys: [] },
  )
  .filter((told) => 'email' in told || 'phone' in told);

/** Each first name is unique: it tells whose submission made a contact. */
const history = fc
  .tuple(fc.array(customer, { maxLength: 3 }), fc.array(customer, { minLength: 2, maxLength: 4 }))
  .map(([before, meanwhile]) => ({
    before: before.map((told, n) => ({ ...told, firstName: `before-${n}` })),
    meanwhile: meanwhile.map((told, n) => ({ ...told, firstName: `meanwhile-${n}` })),
  }));

const keep = async (crm: Crm, draft: LeadDraft): Promise<string> =>
  await keepCustomer(crm, leadOf(draft).customer);

/** What is kept, and which of it each submission got: by first names, because ids differ. */
function result(contacts: readonly Contact[], ids: readonly string[]) {
  const nameOf = (id: string) => contacts.find((contact) => contact.id === id)?.firstName;
  const kept = contacts.map((contact) => ({ ...shown(contact), id: '', keys: contact.keys.toSorted() }));
  return { kept: kept.toSorted((a, b) => (a.firstName < b.firstName ? -1 : 1)), got: ids.map(nameOf) };
}

async function inOrder(
  before: readonly LeadDraft[],
  meanwhile: readonly LeadDraft[],
  order: readonly number[],
) {
  const crm = new InMemoryCrm();
  for (const draft of before) await keep(crm, draft);
  const ids = new Map<number, string>();
  for (const n of order) ids.set(n, await keep(crm, meanwhile[n] ?? {}));
  return result(
    crm.contacts,
    meanwhile.map((_, n) => ids.get(n) ?? ''),
  );
}

const ordersOf = (numbers: readonly number[]): number[][] =>
  numbers.length === 0
    ? [[]]
    : numbers.flatMap((first) =>
        ordersOf(numbers.filter((n) => n !== first)).map((rest) => [first, ...rest]),
      );

describe.skipIf(noMongodb)('simultaneous submissions on MongoDB', { timeout: 3_600_000 }, () => {
  let servers: Awaited<ReturnType<typeof openCrm>>[];
  beforeAll(async () => {
    const uri = freshDatabase();
    servers = await Promise.all([openCrm({}, uri), openCrm({}, uri)]);
  });
  afterAll(async () => {
    const [first, second] = servers ?? [];
    await second?.connection.close();
    await first?.close();
  });

  it('end as they would have, had they come in some order', async () => {
    const [first, second] = servers;
    if (!first || !second) throw new Error('no servers');
    await fc.assert(
      fc.asyncProperty(history, async ({ before, meanwhile }) => {
        await first.connection.use((db) => db.collection('contacts').deleteMany());
        for (const draft of before) await keep(first.crm, draft);
        const ids = await Promise.all(
          meanwhile.map((draft, n) => keep((n % 2 === 0 ? first : second).crm, draft)),
        );
        const orders = ordersOf(meanwhile.map((_, n) => n));
        const allowed = await Promise.all(orders.map((order) => inOrder(before, meanwhile, order)));
        expect(allowed).toContainEqual(result(await first.contacts(), ids));
      }),
    );
  });
});
