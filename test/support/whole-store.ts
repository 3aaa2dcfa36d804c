import { Container } from 'inversify';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import type { Store } from '../../src/bootstrap/store.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { openHook } from '../../src/operators/domain/events/hook.ts';
import { hookAlarm, leadReceived } from '../../src/operators/domain/events/lead-event.ts';
import type { WorkedDeal } from '../../src/operators/domain/work/worked-deal.ts';
import { announcedTo, changeOne, correctedAt, someKey, to } from '../../suites/operator-samples.ts';
import { dealOf, leadOf, sentWith, wholeDraft } from '../../suites/samples.ts';
import { someHeld, wholeSource } from '../../suites/source-samples.ts';
import { aDevice } from '../../suites/subscriptions-contract.ts';
import { addLead } from './added-leads.ts';

const HOUR = 3_600_000;
const hoursAgo = (n: number): Date => new Date(Date.now() - n * HOUR);

/** The parts of a store, each as its module makes it. */
export function partsOf({ module }: Store) {
  const container = new Container();
  container.bind(tokens.journal).toConstantValue(new LineJournal('silent'));
  container.load(module);
  const { get } = container;
  return {
    get: get.bind(container) as typeof get,
    [Symbol.asyncDispose]: () => container.unbindAllAsync(),
  };
}

/** Keeps at least one record of everything that a store can keep, in each of its states. Resolves to the leads' ids. */
export async function fillStore(store: Store) {
  await using parts = partsOf(store);
  const { get } = parts;
  const [crm, leads, contacts] = [get(tokens.crm), get(tokens.leads), get(tokens.contacts)];
  const [hooks, deliveries, erasure] = [get(tokens.hooks), get(tokens.deliveries), get(tokens.erasure)];

  const revoked = { revoked: hoursAgo(1), lastUsed: hoursAgo(2), replacedBy: 'key_2', expires: hoursAgo(-9) };
  const vendors = get(tokens.managedVendors);
  const created = hoursAgo(500);
  await vendors.add({
    id: 'ven_1',
    name: 'Blue Motors',
    created,
    keys: [someKey('key_1', revoked), someKey('key_2')],
  });
  await vendors.add({ id: 'ven_2', name: 'Zoë 🚗', created, keys: [] });

  const people = get(tokens.people);
  const person = { name: 'Grace', email: 'grace@example.com', role: 'admin', seen: hoursAgo(3) } as const;
  const atTheEndOfTime = new Date(8_640_000_000_000_000);
  await people.add({ id: 'per_1', ...person, left: atTheEndOfTime, order: 'digest' });
  await people.add({
    id: 'per_2',
    ...person,
    role: undefined,
    seen: undefined,
    is: 'per_1',
    isExpected: true,
  });

  const programs = get(tokens.accessTokens);
  const { replacedBy: _, ...digested } = someKey('tok_1', { lastUsed: hoursAgo(1), revoked: hoursAgo(1) });
  await programs.add({ ...digested, name: 'bridge', role: 'sales' });

  await get(tokens.subscriptions).keep(aDevice('1'));

  await get(tokens.managedSources).addSource(wholeSource());
  await get(tokens.sources).hold(someHeld({ at: hoursAgo(1) }));

  await hooks.keepKey?.('fingerprint');
  for (const id of ['hook_1', 'hook_2'])
    await hooks.add(openHook({ id, url: 'https://a.example.com/', vendorId: undefined, created }));
  await hooks.change('hook_2', (hook) => ({
    ...hook,
    paused: { at: hoursAgo(1), why: 'operator' },
    failingSince: hoursAgo(4),
    alarm: { what: 'failing', at: hoursAgo(2), told: true },
  }));

  const ids: string[] = [];
  async function receive(draft: object, given: Partial<WorkedDeal> = {}): Promise<WorkedDeal> {
    const lead = leadOf({ ...wholeDraft, ...draft });
    const receivedAt = hoursAgo(100 - ids.length);
    const deal = dealOf({ ...wholeDraft, ...draft }, { vendorId: 'ven_1', receivedAt, ...given });
    const came = {
      sourceId: 'src_whole',
      at: receivedAt,
      text: 'name: Zoë 🚗\n\u0000',
      declared: 'text/xml',
    };
    const announced = [{ event: leadReceived(deal), hooks: ['hook_1', 'hook_2'] }];
    const asItCame = ids.length % 2 === 0 ? came : undefined;
    ids.push(deal.id);
    return addLead(crm, deal, { customer: lead.customer, announced, asItCame });
  }
  const one = (n: number) => ({ email: `one${n}@example.com`, phone: `555010${2000 + n}` });
  const first = await receive({}, { idempotency: sentWith('key'), history: [] });
  const chain = [await receive(one(1)), await receive(one(2)), await receive(one(3))] as const;
  const erased = await receive(one(4), { idempotency: sentWith('other') });
  const halfErased = await receive(one(5));
  await receive({ ...one(5), email: undefined, lastName: undefined, notes: 'Ein Zeichen: 🚗\n\u0000' });
  for (let n = 10; n < 30; n += 1) await receive(one(n));

  await changeOne(leads, first.id, to('Lost', 'grace', 'too dear'), announcedTo('hook_1'));
  const author = { by: 'Grace', byId: 'per_1', at: hoursAgo(5) };
  const followUp = { ...author, at: atTheEndOfTime, text: 'offer' };
  await changeOne(leads, chain[0].id, () => ({
    ...{ owner: 'per_1', changedAt: hoursAgo(5), answeredAt: hoursAgo(6), followUp },
    activity: { ...author, kind: 'reached', text: 'Wants it blue.', followUp: { to: followUp } },
  }));
  await contacts.merge(chain[1].contactId, chain[0].contactId, correctedAt(hoursAgo(1)));
  await contacts.merge(chain[2].contactId, chain[1].contactId, correctedAt(hoursAgo(1)));
  await contacts.changeContact(
    chain[2].contactId,
    [],
    (contact) => ({ ...contact, lastName: 'Lovelace' }),
    correctedAt(hoursAgo(1)),
  );
  await erasure.erase(erased.contactId, hoursAgo(2));
  await erasure.eraseLead(halfErased.id, hoursAgo(2));

  while (await deliveries.collect());
  const now = new Date();
  const taken = await deliveries.take({
    hookId: 'hook_1',
    now,
    limit: 3,
    leaseEnds: hoursAgo(-1),
    lease: 'l',
  });
  const failed = { at: now, status: 500, duration: 12, error: 'HTTP 500', answer: 'no' };
  const succeeded = {
    at: now,
    status: 204,
    duration: Number.MAX_SAFE_INTEGER,
    error: undefined,
    answer: undefined,
  };
  await deliveries.settle(
    taken.slice(0, 2).map(({ hookId, event, lease }, n) => ({
      ...{ hookId, eventId: event.id, lease, tried: n === 0 ? failed : succeeded },
      due: n === 0 ? hoursAgo(-2) : undefined,
    })),
  );
  await deliveries.replay('hook_1', { eventId: taken[0]?.event.id ?? '' }, now);
  await deliveries.add([{ event: hookAlarm('hook_2', { what: 'failing', at: now }), hooks: ['hook_1'] }]);
  await receive(one(40)); // announced, and not collected

  const refused = { status: 400, reason: 'invalid-lead', problems: ['phone invalid-phone'] };
  const request = (n: number) => ({
    at: hoursAgo(n),
    requestId: `r${n}`,
    externalId: n > 2 ? 'A-1' : undefined,
  });
  await get(tokens.refusals).add(
    [1, 2, 3, 30].map((n) => ({ vendorId: n === 2 ? 'ven_2' : 'ven_1', ...refused, ...request(n) })),
  );

  const audit = get(tokens.audit);
  const entry = { at: hoursAgo(7), by: 'Grace', byId: 'per_1' };
  await audit.begin([
    { id: 'a1', ...entry, action: 'lead.assign', on: first.id, from: null, to: 'per_1' },
    { id: 'a2', at: hoursAgo(6), by: 'bo', action: 'contact.edit', on: first.contactId, fields: ['email'] },
  ]);
  await audit.end(['a1'], { outcome: 'done' });
  return ids;
}
