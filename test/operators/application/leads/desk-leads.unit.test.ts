import { describe, expect, it } from 'vitest';
import { dayAfter } from '../../../../src/operators/domain/time-zone.ts';
import { days, inMemoryOperator } from '../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../support/time-zone.ts';

const by = 'grace';

async function allOf<T>(groups: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const group of groups) all.push(...group);
  return all;
}

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
    ['acme/x-7', ['jose']],
    ['ACME/X-7', ['jose']],
    ['0001', ['ana']],
    ['010-0001', ['ana']],
    ['…0001,', ['ana']],
    ['001', []],
    ['5550', []],
    ['ford', ['ana']],
    ['F-150', ['ana']],
    ['f150 2019', ['ana']],
    ['2018 ford', []],
    ['2008 peugeot', ['jose']],
    ['josé peugeot', ['jose']],
    ['ana peugeot', []],
    ['ANA', ['ana']],
    ['jose na', ['jose']],
    ['nunez', ['jose']],
    ['nez', []],
    ['小', ['xiao']],
    ['?!', []],
  ])('finds %j', async (text, found) => {
    const { operator, submit } = inMemoryOperator();
    const ana = { firstName: 'Ana', email: 'ana@example.com', phone: '5550100001', externalId: 'A-1001' };
    const ford = { vehicleYear: '2019', vehicleMake: 'Ford', vehicleModel: 'F150' };
    await submit('ana', { draft: { ...ana, ...ford } });
    const jose = { firstName: 'José Núñez', lastName: 'Naranjo', email: 'j@example.com' };
    const peugeot = { vehicleYear: '2021', vehicleMake: 'Peugeot', vehicleModel: '2008' };
    await submit('jose', { draft: { ...jose, ...peugeot, externalId: 'Acme/x-7' } });
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

  it('finds who was renamed or got another phone by what is right, and by what was sent', async () => {
    const { operator, submit } = inMemoryOperator();
    const sent = { firstName: 'Jhon', lastName: 'Smiht', email: 'john@example.com', phone: '5550107777' };
    await submit('first', { draft: sent });
    await submit('family', { draft: { firstName: 'Maria', email: undefined, phone: sent.phone } });
    await submit('other', { draft: { firstName: 'Zed', email: 'zed@example.com' } });
    const { contactId } = (await operator.showLead({ leadId: 'first', by: 'test' })).deal;
    const right = { firstName: 'John', lastName: 'Smith', phone: '5550108888' };
    await operator.editContact({ contactId, draft: right, by });
    const found = async (text: string) =>
      (await operator.listLeads({ text, limit: 9 })).leads.map(({ id }) => id);
    for (const text of ['Smith', 'john', 'smiht', '8888'])
      expect([text, await found(text)]).toEqual([text, ['first']]);
    for (const text of ['555-010-8888', '7777', '5550107777'])
      expect([text, await found(text)]).toEqual([text, ['family', 'first']]);

    const { leads } = await operator.listLeads({ limit: 9 });
    expect(leads.map(({ present }) => present && [present.firstName, present.phone?.value])).toEqual([
      undefined,
      ['John', '5550108888'],
      undefined,
    ]);
    expect(leads[1]?.customer).toMatchObject({ firstName: 'Jhon', phone: { value: '5550107777' } });
    for (const clue of ['smith', '8888', 'smiht']) {
      const { contacts } = await operator.findContacts({ clue, limit: 9, by });
      expect([clue, contacts.map(({ id }) => id)]).toEqual([clue, [contactId]]);
    }
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
  const named = async (clue: string, limit = 9) => {
    const { contacts, more } = await operator.findContacts({ clue, limit, by: 'test' });
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
  const rest = await operator.listLeads({ newest: true, limit: 9, cursor: first.next });
  expect(rest.leads.map(({ id }) => id)).toEqual(['b', 'a']);
});

it('who takes care of a lead, and how long it waits, can be listed', async () => {
  const { operator, submit, time, audit, addPeople } = inMemoryOperator();
  for (const id of ['a', 'b', 'c']) await submit(id);
  await addPeople('Ada');
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
  const [ada] = await operator.namePeople();
  expect(ada).toMatchObject({ name: 'Ada' });
  expect(lead).toMatchObject({ owner: ada?.id, statusSince: lead?.receivedAt });
  expect(await listed({ owner: ada?.id })).toEqual(['a']);
  expect((await operator.assignLead({ leadId: 'a', to: undefined, by })).after.owner).toBeUndefined();
  expect(audit.kept[1]).toMatchObject({ action: 'lead.assign', on: 'a', by, outcome: 'done' });
  await expect(operator.assignLead({ leadId: 'a@example.com', to: 'Ada', by })).rejects.toThrow('No lead');
  await expect(operator.assignLead({ leadId: 'a', to: ' ', by })).rejects.toThrow('Nobody');
  const nobody = `per_${'0'.repeat(32)}`;
  await expect(operator.assignLead({ leadId: 'a', to: nobody, by })).rejects.toThrow(
    'Nobody is known by this',
  );
  expect(await operator.namePeople()).toEqual([ada]);
});

it('many leads are moved at once, by our ids or the vendor’s, and what is refused stops nothing', async () => {
  const { operator, submit, clock, time } = inMemoryOperator();
  const acme = await operator.addVendor({ name: 'Acme', by });
  for (const [id, externalId] of [
    ['a', 'A-1'],
    ['b', 'A-2'],
    ['c', 'A-2'],
  ] as const)
    await submit(id, { vendorId: acme.id, draft: { externalId } });
  time.now += 1;
  const moved = await operator.moveLeads({
    vendor: 'Acme',
    by,
    moves: [
      { id: 'A-9', to: 'Won' },
      { id: 'A-2', to: 'Won' },
      { id: 'A-1', to: 'Won', reason: 'bought' },
    ],
  });
  const reason = 'unknown-lead';
  expect(await allOf(moved)).toEqual([
    { id: 'A-9', refused: 'No lead of this vendor has this id.', reason },
    { id: 'A-2', refused: 'Several leads of this vendor have this id: use our own.', reason },
    {
      ...{ id: 'A-1', leadId: 'a', from: 'In Progress', status: 'Won', since: clock(), at: clock() },
      was: expect.objectContaining({ owner: undefined, last: undefined }),
    },
  ]);
  const again = await operator.moveLeads({
    by,
    moves: [
      { id: 'a', to: 'Lost' },
      { id: 'b', to: 'Lost' },
    ],
  });
  expect(await allOf(again)).toMatchObject([{ refused: expect.stringContaining('Won') }, { status: 'Lost' }]);
});

describe('a change says what its author saw', () => {
  it('so an exported list that is handed back does only what was edited in it', async () => {
    const { operator, submit, time, clock } = inMemoryOperator();
    for (const id of ['ada', 'bob', 'cy', 'dee']) await submit(id);
    await operator.moveLead({ leadId: 'dee', to: 'Quoted', by });
    const { leads } = await operator.listLeads({ limit: 9 });
    time.now += days(1);
    await operator.moveLead({ leadId: 'bob', to: 'Evaluation Scheduled', by: 'grace' });
    await operator.moveLead({ leadId: 'cy', to: 'Quoted', by: 'grace' });
    await operator.moveLead({ leadId: 'dee', to: 'Won', by: 'grace' });
    const movedAt = clock();
    time.now += days(1);
    const edited = { ada: 'Quoted', cy: 'Lost', dee: 'Won' } as const;
    const moves = leads.map(({ id, status, statusSince }) => ({
      id,
      to: edited[id as keyof typeof edited] ?? status,
      seen: { since: statusSince },
    }));
    const results = await allOf(await operator.moveLeads({ moves, imported: true, by: 'eve' }));
    expect(results).toMatchObject([
      { id: 'ada', from: 'In Progress', status: 'Quoted' },
      { id: 'bob', from: 'Evaluation Scheduled', status: 'Evaluation Scheduled' }, // it was not edited
      {
        ...{ id: 'cy', refused: 'Meanwhile grace moved it to Quoted.', reason: 'changed-meanwhile' },
        last: { status: 'Quoted', by: 'grace', at: movedAt },
      },
      { id: 'dee', from: 'Won', status: 'Won' },
    ]);
    const again = await allOf(await operator.moveLeads({ moves, imported: true, by: 'eve' }));
    expect(again.map((each) => 'from' in each && each.from === each.status)).toEqual([
      ...[true, true, false, true],
    ]);
  });

  it('by the status or the owner, too', async () => {
    const { operator, submit, addPeople } = inMemoryOperator();
    await submit('a');
    const move = (from: 'In Progress' | 'Quoted', to: 'Quoted' | 'Lost') =>
      operator.moveLead({ leadId: 'a', to, seen: { status: from }, by });
    await move('In Progress', 'Quoted');
    await expect(move('In Progress', 'Lost')).rejects.toMatchObject({ reason: 'changed-meanwhile' });
    expect((await move('In Progress', 'Quoted')).after.history).toHaveLength(2);
    expect((await move('Quoted', 'Lost')).after.status).toBe('Lost');
    await addPeople('Ada', 'Bob');
    await operator.assignLead({ leadId: 'a', to: 'Ada', seen: { owner: null }, by });
    const assign = (owner: string | null, to: string | undefined) =>
      operator.assignLead({ leadId: 'a', to, seen: { owner }, by });
    await expect(assign(null, 'Bob')).rejects.toThrow('Meanwhile Ada became its owner.');
    await expect(assign('Bob', 'Bob'), 'what was asked is not what is stored').rejects.toThrow(
      'became its owner',
    );
    expect((await assign('Ada', undefined)).after.owner).toBeUndefined();
  });
});

it('moves are taken back where they still stand, with the reason "undone"', async () => {
  const { operator, submit, time, clock, audit } = inMemoryOperator();
  for (const id of ['a', 'b', 'c', 'd']) await submit(id);
  time.now += 1_000;
  await operator.moveLead({ leadId: 'd', to: 'Won', by });
  time.now += 1_000;
  const moves = ['a', 'b', 'c', 'd'].map((id) => ({ id, to: 'Won' as const }));
  const at = clock();
  await allOf(await operator.moveLeads({ moves, by }));
  time.now += 1_000;
  await operator.moveLead({ leadId: 'b', to: 'Quoted', reason: 'no', by: 'eve' });
  expect(await allOf(await operator.undoChanges({ at: [at], by: 'eve' }))).toEqual([]);
  const undone = await allOf(await operator.undoChanges({ at: [at], by }));
  const outcomes = Object.fromEntries(
    undone.map((each) => [each.id, 'refused' in each ? each.refused : 'status' in each && each.status]),
  );
  expect(outcomes).toEqual({
    ...{ a: 'In Progress', c: 'In Progress' },
    b: 'Meanwhile eve moved it to Quoted.',
  }); // d was Won before
  const { deal } = await operator.showLead({ leadId: 'a', by });
  expect(deal.history.at(-1)).toMatchObject({ status: 'In Progress', at: clock(), by, reason: 'undone' });
  expect(audit.kept.filter(({ outcome }) => outcome === 'refused')).toMatchObject([{ on: 'b' }]);
});

it('whoever takes a sheet back is named in the audit log for the rows that were moved alone', async () => {
  const { operator, submit, time, clock, audit } = inMemoryOperator();
  for (const id of ['a', 'b']) await submit(id);
  await operator.moveLead({ leadId: 'b', to: 'Won', by: 'eve' });
  time.now += 1_000;
  const at = clock();
  const moves = ['a', 'b'].map((id) => ({ id, to: 'Lost' as const }));
  expect(await allOf(await operator.moveLeads({ moves, by }))).toMatchObject([
    { status: 'Lost' },
    { refused: expect.stringContaining('Won') },
  ]);
  time.now += 1_000;
  const undone = await allOf(await operator.undoChanges({ at: [at], by }));
  expect(undone.map(({ id }) => id)).toEqual(['a']);
  const entriesOf = (on: string) =>
    audit.kept.filter((entry) => entry.on === on && entry.by === by).map(({ outcome }) => outcome);
  expect([entriesOf('a'), entriesOf('b')]).toEqual([['done', 'done'], ['refused']]);
});

it('a plan of moves says what they would do, and does nothing', async () => {
  const { operator, submit, audit } = inMemoryOperator();
  for (const id of ['a', 'b']) await submit(id);
  await operator.moveLead({ leadId: 'b', to: 'Won', by });
  const moves = [
    { id: 'a', to: 'Quoted' },
    { id: 'b', to: 'Lost' },
    { id: 'x', to: 'Lost' },
  ] as const;
  const before = audit.kept.length;
  const planned = await allOf(await operator.moveLeads({ moves, by, dryRun: true }));
  expect(planned).toMatchObject([
    { from: 'In Progress', status: 'Quoted' },
    { reason: 'forbidden-move' },
    { reason: 'unknown-lead' },
  ]);
  expect((await operator.showLead({ leadId: 'a', by })).deal.status).toBe('In Progress');
  expect(audit.kept.length).toBe(before + 1);
});

it('many moves go on only while somebody asks for more, in their order, the same lead again too', async () => {
  const { operator, submit } = inMemoryOperator();
  const ids = Array.from({ length: 250 }, (_, n) => `lead-${n}`);
  for (const id of ids) await submit(id);
  const moves = [...ids, 'lead-3'].map((id, at) => ({
    id,
    to: at < 250 ? ('Quoted' as const) : ('Won' as const),
  }));
  let told = 0;
  for await (const group of await operator.moveLeads({ moves, by })) {
    told += group.length;
    break;
  }
  expect((await operator.listLeads({ status: 'Quoted', limit: 999 })).leads).toHaveLength(told);
  expect(told).toBeLessThan(250);
  const all = await allOf(await operator.moveLeads({ moves, by }));
  expect(all.map(({ id }) => id)).toEqual(moves.map(({ id }) => id));
  expect(all.at(-1)).toMatchObject({ id: 'lead-3', from: 'Quoted', status: 'Won' });
});

it('a report counts what was received in its span, by what became of it', async () => {
  const { operator, submit, time } = inMemoryOperator();
  await submit('before');
  time.now += days(1);
  const since = new Date(time.now);
  for (const id of ['a', 'b', 'c']) await submit(id);
  time.now += days(1);
  await submit('d', { vendorId: 'ven_2', draft: { dealType: 'rental', email: 'bob@example.com' } });
  await operator.moveLead({ leadId: 'a', to: 'Won', by });
  await operator.moveLead({ leadId: 'b', to: 'Lost', by });
  const until = new Date(time.now + 1);
  await submit('late', { vendorId: 'ven_2' });
  const report = await operator.reportLeads({ since, until });
  expect(report.total).toMatchObject({ received: 5, open: 3, won: 1, lost: 1, notCounted: 0 });
  expect(report.days).toMatchObject([{ received: 3 }, { received: 2 }]);
  expect(report.rows.find(({ vendorId }) => vendorId === 'ven_2')).toMatchObject({
    ...{ dealType: 'rental', received: 1, open: 1, won: 0, lost: 0, notCounted: 0 },
  });
  expect((await operator.reportLeads({ since, until: new Date(time.now) })).total.received).toBe(3);
  await expect(operator.reportLeads({ since, until: since })).rejects.toThrow('ends after it begins');
});

it.each([
  ['at the beginning of each day', 'UTC', 0],
  ['at the end of each day', 'UTC', -1],
  ['within each day, while the clocks change', 'America/New_York', 0],
])('a report of months, which it reads in parts, counts each lead once: %s', async (_when, zone, ms) => {
  const { operator, submit, time } = inMemoryOperator(zoneOf(zone));
  time.now += ms;
  const since = new Date(time.now);
  for (let day = 0; day < 200; day += 1) {
    await submit(`lead-${day}`);
    if (day % 2 === 0) await operator.noteLead({ leadId: `lead-${day}`, kind: 'reached', by });
    if (day % 4 === 0) await operator.moveLead({ leadId: `lead-${day}`, to: 'Lost', lostReason: 'spam', by });
    time.now += days(1);
  }
  const report = await operator.reportLeads({ since, until: new Date(time.now + days(300)) });
  expect(report.total).toMatchObject({
    ...{ received: 200, open: 150, won: 0, lost: 50, notCounted: 50 },
    ...{ answered: 100, unanswered: 100, unknown: 0 },
  });

  expect(report.rows).toHaveLength(1);
  expect(report.days).toHaveLength(200);
  expect(report.days.every(({ received }) => received === 1)).toBe(true);
  expect(report.lost).toMatchObject([{ lostReason: 'spam', leads: 50 }]);
});

it.each([
  ['America/Havana', '2026-03-08', 1, '2026-03-08T05:00', '2026-03-09T04:00'],
  ['America/Havana', '2026-11-01', 0, '2026-11-01T04:00', '2026-11-02T05:00'],
  ['Asia/Beirut', '2026-03-29', 1, '2026-03-28T22:00', '2026-03-29T21:00'],
  ['Asia/Beirut', '2026-10-24', 0, '2026-10-23T21:00', '2026-10-24T22:00'],
  ['Africa/Cairo', '2026-04-24', 1, '2026-04-23T22:00', '2026-04-24T21:00'],
  ['Asia/Kathmandu', '2026-05-05', 0, '2026-05-04T18:15', '2026-05-05T18:15'],
])('a report counts by the days of %s: %s begins at %s:00', async (zone, named, _, begins, next) => {
  const { operator, submit, time } = inMemoryOperator(zoneOf(zone));
  const [first, end] = [begins, next].map((text) => Date.parse(`${text}Z`)) as [number, number];
  for (const [n, moment] of [first - 1, first, first + 3_600_000, end - 1, end].entries()) {
    time.now = moment;
    await submit(`lead-${n}`);
  }
  const year = { since: new Date('2026-01-01T00:00Z'), until: new Date('2027-01-01T00:00Z') };
  expect((await operator.reportLeads(year)).days.map(({ day, received }) => `${day} ${received}`)).toEqual([
    `${dayAfter(named, -1)} 1`,
    `${named} 3`,
    `${dayAfter(named)} 1`,
  ]);
});

it('a vendor that has gone quiet stands out, with what it was refused', async () => {
  const { operator, ports, submit, time } = inMemoryOperator();
  const { refusals } = ports;
  const [acme, bell] = [
    await operator.addVendor({ name: 'Acme', by }),
    await operator.addVendor({ name: 'Bell', by }),
  ];
  await submit('a', { vendorId: acme.id });
  const last = new Date(time.now);
  time.now += days(8);
  const refused = { requestId: 'r1', status: 400, externalId: undefined, problems: undefined };
  const at = new Date(time.now);
  await refusals.add([
    { ...refused, vendorId: bell.id, at, reason: 'invalid-lead' },
    { ...refused, vendorId: bell.id, at: last, reason: 'media-type' },
    { ...refused, vendorId: 'static:Old', at: last, reason: 'rate-limited' },
  ]);
  expect(await operator.vendorActivity()).toMatchObject([
    { vendorId: acme.id, account: { name: 'Acme' }, lastLead: last, quiet: true, lastRefused: undefined },
    {
      vendorId: bell.id,
      lastLead: undefined,
      quiet: false,
      lastRefused: { at, reason: 'invalid-lead' },
    },
    { vendorId: 'static:Old', account: undefined, lastRefused: { reason: 'rate-limited' } },
  ]);
});

it('an export is whole, however many leads there are, in either order', async () => {
  const { operator, submit, time } = inMemoryOperator();
  const ids = Array.from({ length: 2_345 }, (_, n) => `lead-${String(n).padStart(4, '0')}`);
  for (const [n, id] of ids.entries()) {
    if (n % 3 === 0) time.now += 1;
    await submit(id);
  }
  for (const newest of [false, true]) {
    const exported: string[] = [];
    for await (const { leads } of await operator.exportLeads({ newest, by }))
      exported.push(...leads.map(({ id }) => id));
    expect(exported).toEqual(newest ? ids.toReversed() : ids);
  }
  let count = 0;
  for await (const { leads } of await operator.exportLeads({ limit: 1_500, by })) count += leads.length;
  expect(count).toBe(1_500);
});

it('what leaves the service, and who looked at whom, is in the audit log', async () => {
  const { operator, submit } = inMemoryOperator();
  await submit('a');
  const { deal } = await operator.showLead({ leadId: 'a', by: 'test' });
  await operator.findContact({ contactId: deal.contactId, by });
  for await (const { leads } of await operator.exportLeads({ status: 'In Progress', by }))
    expect(leads).toHaveLength(1);
  await operator.findContacts({ clue: 'ada', limit: 1, by });
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
