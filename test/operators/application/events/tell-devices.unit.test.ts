import { expect, it } from 'vitest';
import { makeSubmitLead } from '../../../../src/application/submit-lead.ts';
import { makeAnnounceReceived } from '../../../../src/operators/application/events/announce-received.ts';
import { EventDelivery } from '../../../../src/operators/application/events/deliver-events.ts';
import { Reminders } from '../../../../src/operators/application/events/reminders.ts';
import { makeTellDevices } from '../../../../src/operators/application/events/tell-devices.ts';
import { knownPeople } from '../../../../src/operators/application/known-people.ts';
import { makeOperatorUseCases } from '../../../../src/operators/application/operator.ts';
import { allDevices, type Wishes } from '../../../../src/operators/domain/events/subscription.ts';
import { leadOf, wholeDraft } from '../../../../suites/samples.ts';
import { aDevice } from '../../../../suites/subscriptions-contract.ts';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'grace';
const all: Wishes = { leads: 'all', promises: false };
const answered = (status: number) => ({ status, error: undefined, retryAfter: undefined, answer: undefined });

/** An operator in memory, whose people have devices with push services that are functions. */
function withDevices() {
  const parts = inMemoryOperator();
  const { ports, clock, time, crm } = parts;
  const { webhooks, subscriptions, leads, answerGoal: goal, digest } = ports;
  const { deliveries } = webhooks;
  const told: (string | undefined)[][] = [];
  const statuses = new Map<string, number>();
  const knownHooks = async () => [allDevices];
  const shared = { deliveries, clock, random: () => 0 };
  const { andDevices, orDevice } = makeTellDevices({
    ...{ ...shared, subscriptions, shows: 'summary', knownPeople: () => knownPeople(ports) },
    async push({ id }, { notice: { tag, title }, ttl }) {
      expect(ttl).toBeGreaterThan(0);
      const status = statuses.get(id) ?? 201;
      if (status === 201) told.push([id, tag, title]);
      return answered(status);
    },
  });
  const ids = Array.from({ length: 99 }, (_, n) => `lead-${n}`);
  const newId = () => ids.shift() ?? '';
  const delivery = new EventDelivery({
    ...{ ...webhooks, ...shared, knownHooks: andDevices(knownHooks), orDevice, newLease: newId },
    ...{ warn: expect.unreachable, post: async () => answered(204) },
    reminders: new Reminders({ leads, deliveries, goal }),
  });
  const announce = makeAnnounceReceived(knownHooks, () => {});
  const submit = makeSubmitLead({ crm, clock, digest, newLeadId: newId, announce });
  return {
    ...{ ...parts, statuses },
    operator: makeOperatorUseCases({ ...ports, push: { publicKey: '', check: async () => {} } }),
    kept: async () => (await subscriptions.all()).map(({ id }) => id),
    send: async () => (await submit({ lead: leadOf(wholeDraft), vendorId: 'ven_1' })).leadId,
    add: (text: string, person: string, wishes: Wishes) =>
      subscriptions.keep(aDevice(text, { person, wishes, created: clock() })),
    /** Delivers what is due after some time. Resolves to what was told. */
    async deliver(ms = 3_000) {
      time.now += ms;
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await delivery.round(new AbortController().signal);
        await delivery.settled();
      }
      return told.splice(0).sort();
    },
  };
}

it('rings for those who want all new leads, or theirs and nobody’s; a promise for who made it', async () => {
  const { addPeople, operator, add, send, deliver, time } = withDevices();
  const [ada, bob] = [await addPeople('Ada'), await addPeople('Bob')];
  await add('ada', ada, { leads: 'ours', promises: true });
  await add('bob', bob, all);
  await add('mute', bob, { leads: 'none', promises: true });
  const rings = (device: string, lead: string) => [`dev_${device}`, lead, 'A new lead'];
  const nobodys = await send();
  expect(await deliver()).toEqual([rings('ada', nobodys), rings('bob', nobodys)]);
  const bobs = await send();
  await operator.assignLead({ leadId: bobs, to: bob, by });
  expect(await deliver()).toEqual([rings('bob', bobs)]);
  const at = new Date(time.now + minutes(5));
  await operator.followUp({ leadId: bobs, at, by: { by: 'Ada', byId: ada } });
  await operator.followUp({ leadId: nobodys, at, by: { by: 'Bob', byId: bob } });
  expect(await deliver(minutes(4))).toEqual([]);
  const due = 'A promise is due';
  expect(await deliver(minutes(2))).toEqual([
    ['dev_ada', bobs, due],
    ['dev_mute', nobodys, due],
  ]);
});

it('is taken back from those who were told, and tells nobody of what is answered, erased or long ago', async () => {
  const { addPeople, operator, add, send, deliver, statuses } = withDevices();
  const ada = await addPeople('Ada');
  await add('ada', ada, all);
  await add('mute', ada, { leads: 'none', promises: true });
  const lead = await send();
  await deliver();
  await operator.noteLead({ leadId: lead, kind: 'reached', by: { by: 'Ada', byId: ada } });
  await operator.moveLead({ leadId: lead, to: 'Quoted', by });
  expect(await deliver()).toEqual([['dev_ada', lead, undefined]]);
  await operator.eraseLead({ leadId: await send(), by });
  statuses.set('dev_ada', 503);
  const [quoted] = [await send(), await send()];
  await deliver();
  await operator.moveLead({ leadId: quoted, to: 'Quoted', by });
  statuses.clear();
  expect(await deliver(minutes(13 * 60)), 'half a day later').toEqual([]);
});

it('tries a device again alone, and forgets it once its push service does, or its person is gone', async () => {
  const { addPeople, operator, add, send, deliver, statuses, kept } = withDevices();
  const [ada, bob] = [await addPeople('Ada'), await addPeople('Bob')];
  await add('ada', ada, all);
  for (const status of [500, 404, 410]) {
    await add('bob', bob, all);
    statuses.set('dev_bob', status);
    const lead = await send();
    expect(await deliver()).toEqual([['dev_ada', lead, 'A new lead']]);
    statuses.clear();
    expect(await deliver(6_000)).toEqual(status === 500 ? [['dev_bob', lead, 'A new lead']] : []);
    expect(await kept(), `${status}`).toEqual(status === 500 ? ['dev_ada', 'dev_bob'] : ['dev_ada']);
  }
  await operator.handOver({ person: 'Ada', to: undefined, by });
  await send();
  expect([await deliver(), await kept()]).toEqual([[], []]);
});
