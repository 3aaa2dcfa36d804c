import type { Document } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { timeouts } from '../../../../../src/adapters/outbound/mongodb/connection/timeouts.ts';
import type { Customer } from '../../../../../src/domain/contact.ts';
import type { Deal } from '../../../../../src/domain/deal.ts';
import { newLead } from '../../../../../suites/samples.ts';
import { someCustomer, someDeal } from '../../../../support/leads.ts';
import { openCrm } from '../../../../support/mongo-crm.ts';
import { noMongodb } from '../../../../support/mongodb.ts';
import { readsOf, sentCommands } from '../../../../support/sent-commands.ts';

const hundred = Array.from({ length: 100 }, (_, index) => index);

describe.skipIf(noMongodb)('round trips of MongoCrm', () => {
  let under: Awaited<ReturnType<typeof openCrm>>;
  let sent: Document[];
  beforeAll(async () => {
    under = await openCrm({ client: { monitorCommands: true } });
    await under.connection.isReachable();
    sent = sentCommands(under.connection, ['find', 'getMore', 'insert', 'update']);
  });
  beforeEach(forget);
  afterAll(() => under?.close());
  function forget(): void {
    sent.length = 0;
  }
  const names = (collection?: string) =>
    sent.flatMap((command) => {
      const [[name, of] = []] = Object.entries(command);
      return collection === undefined || of === collection ? name : [];
    });

  const customer = (index: number) => someCustomer({ email: `c${index}@example.com` });
  const phone = (index: number) => someCustomer({ phone: `2125550${100 + index}` }).phone;
  const deal = (index: number) =>
    someDeal(
      {},
      {
        id: `deal-${index}`,
        vendorId: `vendor-${index % 3}`,
        idempotency: { key: `${index}`, fingerprint: 'f' },
      },
    );

  const keepAll = (customers: readonly Customer[]) =>
    Promise.all(customers.map(async (each) => await under.customers.keep(each)));
  /** Adds deals, each of a new customer. */
  const addAll = (deals: readonly Deal[]) =>
    Promise.all(
      deals.map((each) => under.crm.addLead({ ...newLead(each), customer: customer(customers++) })),
    );
  let customers = 10_000;
  /** Known customers, different ones for each test. */
  const known = async (from: number, count = 100) => {
    const customers = Array.from({ length: count }, (_, index) => customer(from + index));
    await keepAll(customers);
    forget();
    return customers;
  };

  it('one for new customers, however many arrive together', async () => {
    await keepAll(hundred.map(customer));
    expect(names()).toEqual(['insert']);
  });

  it('two for known customers: the refused insert and one read', async () => {
    await keepAll(await known(1_000));
    expect(names()).toEqual(['insert', 'find']);
  });

  it('four if blanks are filled: the last one reads the result', async () => {
    const customers = await known(2_000);
    await keepAll(customers.map((each) => ({ ...each, zip: '10001', lastName: 'Lee' })));
    expect(names()).toEqual(['insert', 'find', 'update', 'find']);
  });

  it('one for new deals, one for their idempotency keys, one for their statuses', async () => {
    const deals = Array.from({ length: 150 }, (_, index) => deal(index));
    await addAll(deals);
    await Promise.all(deals.map((each) => under.crm.earlierDeal(each.vendorId, each.idempotency?.key ?? '')));
    await Promise.all(deals.map((each) => under.crm.statusOf(each.id)));
    expect(names('deals')).toEqual(['insert', 'find', 'find']);
  });

  it('one for each eight megabytes of notes', async () => {
    const notes = 'n'.repeat(50_000); // three bytes each, at most
    const deals = Array.from({ length: 100 }, (_, n) => someDeal({ notes }, { id: `long-${n}` }));
    await addAll(deals);
    expect(names('deals')).toEqual(['insert', 'insert']);
  });

  it('two for a single lead: one for the customer, one for the deal', async () => {
    await under.crm.addLead({ ...newLead(deal(3_000)), customer: customer(3_000) });
    expect(names()).toEqual(['insert', 'insert']);
  });

  it('every read and update uses an index and never scans a collection', async () => {
    const customers = await known(4_000);
    await keepAll(customers.map((each, index) => ({ ...each, phone: phone(index) })));
    await Promise.all(hundred.map((index) => under.crm.earlierDeal(`vendor-${index % 3}`, `${index}`)));
    await under.crm.earlierDeal('vendor-1', 'alone');
    await under.crm.statusOf('deal-1');
    expect(names()).toEqual(['insert', 'find', 'update', 'find', 'find', 'find', 'find']);
    const searching = sent.filter((command) => !('insert' in command));
    const walks = await Promise.all(searching.map(indexesOf));
    expect(walks).toEqual([
      ['identity'],
      ['_id_'],
      ['identity'],
      ['idempotency', 'idempotency', 'idempotency'],
      ['idempotency'],
      ['_id_'],
    ]);
  });

  it('every read is limited in time, brings only what it needs, and misses nothing acknowledged', async () => {
    await keepAll(await known(6_000, 1));
    await under.crm.earlierDeal('vendor-1', 'k');
    await under.crm.statusOf('deal-1');
    expect(readsOf(sent)).toEqual([
      ['contacts', timeouts.command, 'majority'],
      ['deals', timeouts.command, 'majority'],
      ['deals', timeouts.command, 'local'],
    ]);
    expect(sent.slice(-2).map(({ projection }) => projection)).toEqual([
      { vendorId: 1, idempotency: 1, receivedAt: 1 },
      { vendorId: 1, status: 1 },
    ]);
  });

  it('a long result arrives in one piece', async () => {
    const customers = await known(5_000, 250);
    await keepAll(customers);
    expect(names()).toEqual(['insert', 'find']);
  });

  /** The indexes that a command uses, or COLLSCAN. */
  async function indexesOf({ find, update, filter, projection, updates }: Document): Promise<string[]> {
    const explained = find
      ? { find, filter, ...(projection && { projection }) }
      : { update, updates: updates.slice(0, 1) };
    const plan = await under.connection.use((db) =>
      db.command({ explain: explained, verbosity: 'queryPlanner' }),
    );
    const told = JSON.stringify(plan.queryPlanner.winningPlan);
    const walked = told.matchAll(/"indexName":"([^"]+)"|"stage":"(IDHACK|COLLSCAN)"/g);
    return [...walked].map(([, index, stage]) => index ?? (stage === 'IDHACK' ? '_id_' : 'COLLSCAN'));
  }
});
