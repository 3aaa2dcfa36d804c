import { expect, it } from 'vitest';
import { makeSubmitLead } from '../../../../src/application/submit-lead.ts';
import { makeAnnounceReceived } from '../../../../src/operators/application/events/announce-received.ts';
import { EventDelivery } from '../../../../src/operators/application/events/deliver-events.ts';
import type { Posted } from '../../../../src/operators/application/events/ports/post-event.ts';
import { Reminders } from '../../../../src/operators/application/events/reminders.ts';
import { makeTellDevices } from '../../../../src/operators/application/events/tell-devices.ts';
import { knownPeople } from '../../../../src/operators/application/known-people.ts';
import { makeOperatorUseCases } from '../../../../src/operators/application/operator.ts';
import type { Notice, Shows } from '../../../../src/operators/domain/events/notice.ts';
import { allDevices, type Wishes } from '../../../../src/operators/domain/events/subscription.ts';
import { leadOf, wholeDraft } from '../../../../src/testing/samples.ts';
import { aDevice } from '../../../../src/testing/subscriptions-contract.ts';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'grace';
const going = new AbortController().signal;
const answer = (status: number): Posted => ({
  ...{ status, error: status === 201 ? undefined : `it answered ${status}` },
  ...{ retryAfter: undefined, answer: undefined },
});

/** An operator in memory whose people have devices: each notice by the device's name. */
function withDevices(shows: Shows = 'nothing') {
  const parts = inMemoryOperator();
  const { ports, clock, time, crm } = parts;
  const { webhooks, subscriptions } = ports;
  const { deliveries } = webhooks;
  const shown: Notice[] = [];
  const told: [device: string, notice: Notice][] = [];
  const posts: string[] = [];
  const statuses = new Map<string, number>();
  const push = { publicKey: '', check: async () => {} };
  const operator = makeOperatorUseCases({ ...ports, push });
  const knownHooks = async () => [...(await webhooks.hooks.hooks()), allDevices];
  const { andDevices, orDevice } = makeTellDevices({
    ...{ subscriptions, deliveries, shows, clock, random: () => 0, knownPeople: () => knownPeople(ports) },
    async push({ id, endpoint }, { notice, ttl }) {
      expect(ttl).toBeGreaterThan(0);
      posts.push(id);
      const status = statuses.get(endpoint) ?? 201;
      if (status !== 201) return answer(status);
      told.push([id, notice]);
      shown.push(notice);
      return answer(status);
    },
  });
  let made = 0;
  const next = () => {
    made += 1;
    return `${made}`;
  };
  const delivery = new EventDelivery({
    ...{ ...webhooks, knownHooks: andDevices(knownHooks), orDevice, clock, random: () => 0 },
    ...{ newLease: next, warn: expect.unreachable, post: async () => answer(201) },
    reminders: new Reminders({ leads: ports.leads, deliveries, goal: ports.answerGoal }),
  });
  const announce = makeAnnounceReceived(knownHooks, () => {});
  const submit = makeSubmitLead({
    crm,
    clock,
    digest: ports.digest,
    newLeadId: () => `lead-${next()}`,
    announce,
  });
  return {
    ...{ ...parts, operator, shown, posts, statuses, subscriptions },
    send: async () => (await submit({ lead: leadOf(wholeDraft), vendorId: 'ven_1' })).leadId,
    /** Delivers what is due, after some time. Resolves to what was told meanwhile. */
    async deliver(ms = 3_000) {
      time.now += ms;
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await delivery.round(going);
        await delivery.settled();
      }
      return told.splice(0).map(([device, { tag, title }]) => [device, tag, title]);
    },
    async add(text: string, person: string, wishes: Wishes) {
      const endpoint = `https://push.example/${text}`;
      await subscriptions.keep(aDevice(text, { person, wishes, endpoint, created: clock() }));
    },
  };
}

it('rings for those who want all new leads, or theirs and nobody’s; a promise for who made it', async () => {
  const { addPeople, operator, add, send, deliver, time } = withDevices();
  const ada = await addPeople('Ada');
  const bob = await addPeople('Bob');
  await add('ada', ada, { leads: 'ours', promises: true });
  await add('bob', bob, { leads: 'all', promises: false });
  await add('mute', bob, { leads: 'none', promises: true });
  const nobodys = await send();
  expect(await deliver()).toEqual([
    ['dev_ada', nobodys, 'A new lead'],
    ['dev_bob', nobodys, 'A new lead'],
  ]);
  const bobs = await send();
  await operator.assignLead({ leadId: bobs, to: bob, by });
  expect(await deliver()).toEqual([['dev_bob', bobs, 'A new lead']]);
  await operator.followUp({
    leadId: bobs,
    at: new Date(time.now + minutes(5)),
    by: { by: 'Ada', byId: ada },
  });
  await operator.followUp({
    leadId: nobodys,
    at: new Date(time.now + minutes(5)),
    by: { by: 'Bob', byId: bob },
  });
  expect(await deliver(minutes(4))).toEqual([]);
  expect((await deliver(minutes(2))).sort()).toEqual([
    ['dev_ada', bobs, 'A promise is due'],
    ['dev_mute', nobodys, 'A promise is due'],
  ]);
});

it('is taken back from those who were told, and tells nobody of what is answered, erased or long ago', async () => {
  const { addPeople, operator, add, send, deliver, statuses, posts } = withDevices();
  const ada = await addPeople('Ada', 'Bob');
  await add('ada', ada, { leads: 'all', promises: true });
  await add('mute', ada, { leads: 'none', promises: true });
  const lead = await send();
  await deliver();
  await operator.noteLead({ leadId: lead, kind: 'reached', by: { by: 'Ada', byId: ada } });
  await operator.moveLead({ leadId: lead, to: 'Quoted', by });
  expect(await deliver()).toEqual([['dev_ada', lead, undefined]]);
  const [answered, erased, old] = [await send(), await send(), await send()];
  await operator.moveLead({ leadId: answered, to: 'Quoted', by });
  await operator.eraseLead({ leadId: erased, by });
  expect((await deliver()).map(([, tag, title]) => [tag, title])).toEqual([[old, 'A new lead']]);
  statuses.set('https://push.example/ada', 503);
  const [late] = [await send()];
  await deliver();
  posts.length = 0;
  statuses.clear();
  expect(await deliver(minutes(13 * 60)), `${late} was half a day ago`).toEqual([]);
  expect(posts).toEqual([]);
});

it('tries a device again alone, and forgets it once its push service does, or its person is gone', async () => {
  const { addPeople, operator, add, send, deliver, statuses, subscriptions } = withDevices();
  const [ada, bob] = [await addPeople('Ada'), await addPeople('Bob')];
  await add('ada', ada, { leads: 'all', promises: false });
  await add('bob', bob, { leads: 'all', promises: false });
  statuses.set('https://push.example/bob', 500);
  const first = await send();
  expect(await deliver()).toEqual([['dev_ada', first, 'A new lead']]);
  statuses.clear();
  expect(await deliver(6_000), 'and Ada is not told again').toEqual([['dev_bob', first, 'A new lead']]);
  const kept = async () => (await subscriptions.all()).map(({ id }) => id);
  for (const status of [404, 410]) {
    statuses.set('https://push.example/bob', status);
    await send();
    expect(await deliver()).toHaveLength(1);
    expect(await kept(), `${status}`).toEqual(['dev_ada']);
    await add('bob', bob, { leads: 'all', promises: false });
  }
  statuses.clear();
  await operator.handOver({ person: 'Ada', to: undefined, by });
  await send();
  expect((await deliver()).map(([device]) => device)).toEqual(['dev_bob']);
  expect(await kept()).toEqual(['dev_bob']);
});

it('says what a lead is about only if that is wished, and never who', async () => {
  for (const shows of ['nothing', 'summary'] as const) {
    const { addPeople, add, send, deliver, shown } = withDevices(shows);
    await add('ada', await addPeople('Ada'), { leads: 'all', promises: true });
    const tag = await send();
    await deliver();
    const body = shows === 'nothing' ? '' : '2019 Ford F-150 · other · Acme Motors';
    expect(shown).toEqual([{ tag, title: 'A new lead', body }]);
  }
});
