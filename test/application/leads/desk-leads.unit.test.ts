import { describe, expect, it } from 'vitest';
import { InMemoryRefusals } from '../../../src/adapters/outbound/in-memory/in-memory-refusals.ts';
import { makeOperatorUseCases } from '../../../src/application/operator.ts';
import { days, inMemoryOperator } from '../../support/in-memory-operator.ts';

const by = 'grace';

describe('a search box', () => {
  it.each([
    ['+1 (555) 010-0001', ['ana']],
    ['ANA@Example.com', ['ana']],
    ['a-1001', ['ana']],
    ['a-100', []],
    ['\u200bA-1001\u2069', ['ana']],
    ['mailto:ana@example.com?subject=Your%20lead', ['ana']],
    ['Ana Naranjo <ANA@example.com>', ['ana']],
    ['"Naranjo, Ana" <mailto:ana@example.com>;', ['ana']],
    ['\u202aana@example.com\u202c', ['ana']],
    ['(ana@example.com).', ['ana']],
    ['tel:+1-555-010-0001', ['ana']],
    ['<>', []],
    ['A-1001', ['ana']],
    ['ANA', ['ana']],
    ['jose na', ['jose']],
    ['nunez', ['jose']],
    ['nez', []],
    ['小', ['xiao']],
    ['?!', []],
  ])('finds %j', async (text, found) => {
    const { operator, submit } = inMemoryOperator();
    const ana = { firstName: 'Ana', email: 'ana@example.com', phone: '5550100001', externalId: 'A-1001' };
    await submit('ana', { draft: ana });
    await submit('jose', { draft: { firstName: 'José Núñez', lastName: 'Naranjo', email: 'j@example.com' } });
    await submit('xiao', { draft: { firstName: '小明', email: 'x@example.com' } });
    const { leads } = await operator.listLeads({ text, limit: 9 });
    expect(leads.map(({ id }) => id)).toEqual(found);
  });

  it('finds all leads of a caller, those that came without the phone, too, and by a corrected one', async () => {
    const { operator, submit } = inMemoryOperator();
    const [phone, email] = ['5550100001', 'ana@example.com'];
    await submit('a', { draft: { firstName: 'Ana', phone, email } });
    await submit('b', { draft: { firstName: 'Ana', email } });
    await submit('c', { draft: { firstName: 'Bob', phone } });
    await submit('d', { draft: { firstName: 'Dan', email: 'dan@example.com' } });
    const find = async (text: string) =>
      (await operator.listLeads({ text, limit: 9 })).leads.map(({ id }) => id).toSorted();
    expect(await find('(555) 010-0001')).toEqual(['a', 'b', 'c']);
    const { contactId } = (await operator.showLead({ leadId: 'a', by: 'test' })).deal;
    await operator.editContact({ contactId, draft: { phone: '5550100002' }, by });
    expect(await find('555-010-0002')).toEqual(['a', 'b']);
  });

  it('does not find by what was erased', async () => {
    const { operator, submit } = inMemoryOperator();
    await submit('lead-1', { draft: { firstName: 'Ana', externalId: 'A-1001', email: 'ana@example.com' } });
    await operator.eraseContact({
      contactId: (await operator.showLead({ leadId: 'lead-1', by: 'test' })).deal.contactId,
      by,
    });
    for (const text of ['Ana', 'A-1001', 'ana@example.com'])
      expect((await operator.listLeads({ text, limit: 9 })).leads).toEqual([]);
    expect((await operator.listLeads({ text: 'lead-1', limit: 9 })).leads).toHaveLength(1);
  });
});

it('contacts are found by the names of their leads, those of the latest first', async () => {
  const { operator, submit, time } = inMemoryOperator();
  const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '5550102030' };
  await submit('a', { draft: ada });
  time.now += 1;
  await submit('b', { draft: { firstName: 'Adam', email: 'adam@example.com' } });
  await submit('c', { draft: { ...ada, email: 'ada@example.org', phone: '5550102031' } });
  const named = async (leadName: string, limit = 9) => {
    const { contacts, more } = await operator.findContacts({ leadName, limit, by: 'test' });
    return [contacts.map(({ email }) => email?.value), more];
  };
  expect(await named('ad')).toEqual([['ada@example.org', 'adam@example.com', 'ada@example.com'], false]);
  expect(await named('ad', 2)).toEqual([['ada@example.org', 'adam@example.com'], true]);
  expect(await named('byron ada')).toEqual([['ada@example.org', 'ada@example.com'], false]);
  for (const text of ['yron', '?!', '']) expect(await named(text), text).toEqual([[], false]);

  const idOf = async (leadId: string) => (await operator.showLead({ leadId, by: 'test' })).deal.contactId;
  const [keptId, goneId] = [await idOf('a'), await idOf('c')];
  await operator.mergeContacts({ keptId, goneId, by });
  expect(await named('byron')).toEqual([['ada@example.com'], false]);
  await operator.eraseContact({ contactId: keptId, by });
  expect(await named('byron')).toEqual([[], false]);
});

it('a list goes on with older leads, also of the same moment', async () => {
  const { operator, submit, time } = inMemoryOperator();
  for (const id of ['a', 'b', 'c']) await submit(id);
  time.now += 1;
  await submit('d');
  const first = await operator.listLeads({ newest: true, limit: 2 });
  expect([first.leads.map(({ id }) => id), first.more]).toEqual([['d', 'c'], true]);
  const rest = await operator.listLeads({ newest: true, limit: 9, before: first.leads[1] });
  expect(rest.leads.map(({ id }) => id)).toEqual(['b', 'a']);
});

it('who takes care of a lead, and how long it waits, can be listed', async () => {
  const { operator, submit, time, audit } = inMemoryOperator();
  for (const id of ['a', 'b', 'c']) await submit(id);
  await operator.assignLead({ leadId: 'a', to: ' Ada ', by });
  time.now += days(2);
  await operator.moveLead({ leadId: 'b', to: 'Quoted', by });
  await operator.moveLead({ leadId: 'c', to: 'Won', by });
  time.now += days(2);
  const listed = async (query: object) =>
    (await operator.listLeads({ limit: 9, ...query })).leads.map(({ id }) => id);
  expect(await listed({ owner: 'Ada' })).toEqual(['a']);
  expect(await listed({ owner: null })).toEqual(['b', 'c']);
  expect(await listed({ open: true })).toEqual(['a', 'b']);
  expect(await listed({ open: true, waiting: days(3) })).toEqual(['a']);
  const [lead] = (await operator.listLeads({ limit: 1 })).leads;
  expect(lead).toMatchObject({ owner: 'Ada', statusSince: lead?.receivedAt });
  expect((await operator.assignLead({ leadId: 'a', to: undefined, by })).after.owner).toBeUndefined();
  expect(audit.kept[0]).toMatchObject({ action: 'lead.assign', on: 'a', by, outcome: 'done' });
  await expect(operator.assignLead({ leadId: 'a@example.com', to: 'Ada', by })).rejects.toThrow('No lead');
  await expect(operator.assignLead({ leadId: 'a', to: ' ', by })).rejects.toThrow('name');
});

it('many leads are moved at once, by our ids or the vendor’s, and what is refused stops nothing', async () => {
  const { operator, submit } = inMemoryOperator();
  const acme = await operator.addVendor({ name: 'Acme', by });
  for (const [id, externalId] of [
    ['a', 'A-1'],
    ['b', 'A-2'],
    ['c', 'A-2'],
  ] as const)
    await submit(id, { vendorId: acme.id, draft: { externalId } });
  const moved = await operator.moveLeads({
    vendor: 'Acme',
    by,
    moves: [
      { id: 'A-9', to: 'Won' },
      { id: 'A-2', to: 'Won' },
      { id: 'A-1', to: 'Won', reason: 'bought' },
    ],
  });
  expect(moved).toEqual([
    { id: 'A-9', refused: 'No lead of this vendor has this id.' },
    { id: 'A-2', refused: 'Several leads of this vendor have this id: use our own.' },
    { id: 'A-1', leadId: 'a', from: 'In Progress', status: 'Won' },
  ]);
  const again = await operator.moveLeads({
    by,
    moves: [
      { id: 'a', to: 'Lost' },
      { id: 'b', to: 'Lost' },
    ],
  });
  expect(again).toMatchObject([{ refused: expect.stringContaining('Won') }, { status: 'Lost' }]);
});

it('a report counts what was received in its span, by what became of it', async () => {
  const { operator, submit, time } = inMemoryOperator();
  await submit('before');
  time.now += days(1);
  const since = new Date(time.now);
  for (const id of ['a', 'b', 'c']) await submit(id);
  time.now += days(1);
  await submit('d', { vendorId: 'ven_2', draft: { dealType: 'rental' } });
  await operator.moveLead({ leadId: 'a', to: 'Won', by });
  await operator.moveLead({ leadId: 'b', to: 'Lost', by });
  const until = new Date(time.now + 1);
  await submit('late', { vendorId: 'ven_2' });
  const report = await operator.reportLeads({ since, until });
  expect(report.total).toEqual({ received: 5, open: 3, won: 1, lost: 1 });
  expect(report.days).toMatchObject([{ received: 3 }, { received: 2 }]);
  expect(report.rows).toContainEqual({
    ...{ vendorId: 'ven_2', dealType: 'rental' },
    ...{ received: 1, open: 1, won: 0, lost: 0 },
  });
  expect((await operator.reportLeads({ since, until: new Date(time.now) })).total.received).toBe(3);
  await expect(operator.reportLeads({ since, until: since })).rejects.toThrow('ends after it begins');
});

it('a vendor that has gone quiet stands out, with what it was refused', async () => {
  const { operator: bare, ports, submit, time } = inMemoryOperator();
  const refusals = new InMemoryRefusals();
  const operator = makeOperatorUseCases({ ...ports, refusals });
  const [acme, bell] = [
    await bare.addVendor({ name: 'Acme', by }),
    await bare.addVendor({ name: 'Bell', by }),
  ];
  await submit('a', { vendorId: acme.id });
  const last = new Date(time.now);
  time.now += days(8);
  const day = new Date(time.now).toISOString().slice(0, 10);
  await refusals.add([
    { day: '2026-05-01', vendorId: bell.id, reason: 'invalid-lead', count: 9 },
    { day, vendorId: bell.id, reason: 'invalid-lead', count: 2 },
    { day, vendorId: bell.id, reason: 'invalid-lead', count: 1 },
    { day, vendorId: 'static:Old', reason: 'rate-limited', count: 1 },
  ]);
  expect(await operator.vendorActivity()).toMatchObject([
    { vendorId: acme.id, account: { name: 'Acme' }, lastLead: last, quiet: true, refusals: [] },
    {
      vendorId: bell.id,
      lastLead: undefined,
      quiet: false,
      refusals: [{ reason: 'invalid-lead', count: 3 }],
    },
    { vendorId: 'static:Old', account: undefined, refusals: [{ count: 1 }] },
  ]);
});

it('what leaves the service, and who looked at whom, is in the audit log', async () => {
  const { operator, submit } = inMemoryOperator();
  await submit('a');
  const { deal } = await operator.showLead({ leadId: 'a', by: 'test' });
  await operator.findContact({ contactId: deal.contactId, by });
  expect((await operator.exportLeads({ status: 'In Progress', by })).leads).toHaveLength(1);
  await operator.findContacts({ leadName: 'ada', limit: 1, by });
  await expect(operator.findContact({ contactId: 'nobody', by })).rejects.toThrow('No contact');
  const read = await operator.readAudit({ limit: 9 });
  expect(read.map(({ action, on }) => [action, on]).sort()).toEqual([
    ['contact.find', 'contacts'],
    ['contact.show', deal.contactId],
    ['lead.export', 'leads'],
    ['lead.show', 'a'],
  ]);
  expect(await operator.readAudit({ limit: 9, on: 'leads' })).toHaveLength(1);
});
