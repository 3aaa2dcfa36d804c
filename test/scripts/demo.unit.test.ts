import { beforeAll, expect, it } from 'vitest';
import { fillWithLeads } from '../../scripts/demo/fill.ts';
import { dealTypes } from '../../src/domain/deal-type.ts';
import { leadStatuses } from '../../src/domain/lead-status.ts';
import { changesIn } from '../support/changes-in.ts';
import { days, inMemoryOperator } from '../support/in-memory-operator.ts';

const now = new Date('2026-11-25T12:00:00Z');

/** The leads that the demo makes, in a store of their own. */
async function filled(count: number) {
  const parts = inMemoryOperator();
  const { vendors, ports, crm } = parts;
  const { refusals } = ports;
  const store = { ...ports, crm, managedVendors: vendors };
  const fill = (leads: number, at = now) => fillWithLeads(store, { count: leads, now: at });
  const added = await fill(count);
  const all = async () => (await parts.operator.listLeads({ limit: 10_000 })).leads;
  return { ...parts, refusals, fill, added, all };
}

let demo: Awaited<ReturnType<typeof filled>>;
beforeAll(async () => {
  demo = await filled(300); // as many as `npm run demo` makes
}, 60_000);

it('is believable: two months of leads of every kind, by six vendors, one of them quiet', async () => {
  const { added, all, operator, time } = demo;
  const leads = await all();
  expect([added, leads.length]).toEqual([300, 300]);
  const each = (of: (lead: (typeof leads)[number]) => unknown) => new Set(leads.map(of));
  expect(each(({ dealType }) => dealType)).toEqual(new Set(dealTypes));
  expect(each(({ status }) => status)).toEqual(new Set(leadStatuses));
  expect([each(({ vendorId }) => vendorId).size, each(({ owner }) => owner).size]).toEqual([6, 5]);
  expect(each(({ lostReason }) => lostReason).size).toBe(6); // none among them
  time.now = now.getTime();
  const [some = { id: '', by: '' }] = (await operator.namePeople()).map(({ id, name }) => ({ id, by: name }));
  const day = await operator.readDay({ by: { by: some.by, byId: some.id }, most: 50 });
  for (const part of [day.promised, day.fresh, day.still]) expect(part.leads.length).toBeGreaterThan(0);
  const month = { since: new Date(now.getTime() - days(30)), until: now };
  const { total } = await operator.reportLeads(month);
  expect(total.inTime).toBeGreaterThan(0.6);
  expect(total.late).toBeGreaterThan(0);
  expect(total.late).toBeLessThan(total.received / 5);
  expect(total.promisesKept).toBeGreaterThan(4 * total.promisesMissed);
  const received = leads.map(({ receivedAt }) => now.getTime() - receivedAt.getTime());
  expect(Math.max(...received)).toBeGreaterThan(days(55));
  expect(Math.max(...received)).toBeLessThan(days(60));
  expect(Math.min(...received)).toBeGreaterThan(0);
  expect(received.filter((ago) => ago < days(1)).length).toBeGreaterThan(2);
  expect(leads.every(({ statusSince }) => statusSince < now)).toBe(true);

  time.now = now.getTime();
  const activity = await operator.vendorActivity();
  expect(activity.filter(({ quiet }) => quiet)).toHaveLength(1);
  const refused = activity.filter(({ lastRefused }) => lastRefused);
  expect(refused.length).toBeGreaterThan(1);
  const lists = refused.map(({ vendorId }) => operator.listRefusals({ vendor: vendorId }));
  const requests = (await Promise.all(lists)).flatMap((list) => list.requests);
  expect(new Set(requests.map(({ reason }) => reason)).size).toBeGreaterThan(2);
  expect(requests.every(({ at, requestId }) => at <= now && requestId !== '')).toBe(true);
});

it('has believable names of the world, people who share a phone, and some who ask again', async () => {
  const leads = await demo.all();
  const names = leads.map(({ customer }) => `${customer?.firstName} ${customer?.lastName}`).join('\n');
  for (const script of [/\p{Script=Han}/u, /\p{Script=Arabic}/u, /\p{Script=Cyrillic}/u, /\p{Script=Thai}/u])
    expect(names).toMatch(script);
  expect(names, 'what is typed to do harm is for tests').not.toMatch(/[<>={}@\u202a-\u202e]|.{80}/u);
  const byPhone = Map.groupBy(leads, ({ customer }) => customer?.phone?.identity ?? '');
  byPhone.delete('');
  const sharing = [...byPhone.values()].map(
    (all) => new Set(all.map(({ customer }) => customer?.firstName)).size,
  );
  expect(sharing.filter((people) => people > 1).length).toBeGreaterThan(5);
  const again = Map.groupBy(leads, ({ customer }) => customer?.email?.identity ?? '');
  expect([...again.values()].filter((all) => all.length > 1).length).toBeGreaterThan(5);
  expect(leads.filter(({ customer }) => !customer)).toHaveLength(2); // erased
});

it('is all made up: example domains, and phones that nobody has', async () => {
  for (const { customer } of await demo.all()) {
    expect(customer?.email?.value ?? '@example.com').toMatch(/@example\.(com|net|org)$/);
    expect(customer?.phone?.value ?? '2125550100').toMatch(/^1?\d{3}55501\d\d$/);
  }
});

it('looks alike in every run', async () => {
  const look = async () =>
    (await (await filled(50)).all()).map(({ id: _id, contactId: _c, vendorId: _v, ...lead }) => lead);
  expect(await look()).toEqual(await look());
});

it('may be run again, a day later or with more leads, and doubles nothing', async () => {
  const { fill, all, vendors, refusals, audit } = await filled(40);
  const before = await all();
  const [recorded, refused] = [audit.kept.length, await refusals.latest()];
  const later = new Date(now.getTime() + days(1));
  expect(await fill(40, later)).toBe(0);
  expect([await all(), audit.kept.length, await refusals.latest()]).toEqual([before, recorded, refused]);
  expect([await fill(45, later), (await all()).length, (await vendors.accounts()).length]).toEqual([
    5, 45, 6,
  ]);
});

it('records who moved and assigned a lead, and the key that it came with', async () => {
  const { all, operator, audit } = await filled(60);
  const moved = (await all()).find(({ status, owner }) => status === 'Won' && owner);
  const { deal } = await operator.showLead({ leadId: moved?.id ?? '', by: 'test' });
  expect(deal.history[0]?.by).toMatch(/^key_/);
  expect(deal.history.at(-1)).toMatchObject({ status: 'Won', byId: moved?.owner });
  expect(new Set(changesIn(audit).map(({ action }) => action))).toEqual(
    new Set(['vendor.add', 'key.issue', 'person.add', 'lead.assign', 'lead.move', 'lead.note']),
  );
});
