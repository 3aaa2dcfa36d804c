import { describe, expect, it } from 'vitest';
import { EventDelivery } from '../../../../src/operators/application/events/deliver-events.ts';
import { Reminders } from '../../../../src/operators/application/events/reminders.ts';
import { makePersonNamed } from '../../../../src/operators/application/known-people.ts';
import type { HookEventType } from '../../../../src/operators/domain/events/lead-event.ts';
import { AnswerGoal } from '../../../../src/operators/domain/work/answer-goal.ts';
import { DeskHours, parseWeekHours } from '../../../../src/operators/domain/work/desk-hours.ts';
import { days, inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../support/time-zone.ts';

const by = 'grace';
const going = new AbortController().signal;
const at = (time: string) => Date.parse(`${time}Z`);

const remindersOf = ({ leads, webhooks, answerGoal }: ReturnType<typeof inMemoryOperator>['ports']) =>
  new Reminders({ leads, deliveries: webhooks.deliveries, goal: answerGoal });

/** A desk and its deliverers, two processes, in memory. */
function told({ answerGoal = new AnswerGoal(minutes(60)) } = {}) {
  const parts = inMemoryOperator(zoneOf('UTC'), { answerGoal });
  const { operator, ports, clock, time } = parts;
  time.now = at('2026-06-01T10:00');
  const posted: { readonly url: string; readonly id: string; readonly event: Event }[] = [];
  const answers = { status: 204 };
  const deliverer = () =>
    new EventDelivery({
      ...ports.webhooks,
      knownHooks: () => ports.webhooks.hooks.hooks(),
      reminders: remindersOf(ports),
      personNamed: makePersonNamed(ports, clock),
      pages: {
        lead: (id) => `https://desk.example.com/leads/${id}`,
        hook: (id) => `/hooks/${id}`,
        held: (id) => `/held/${id}`,
      },
      clock,
      random: () => 0,
      newLease: () => `${Math.random()}`,
      warn: () => {},
      async post({ url, id, body }) {
        posted.push({ url, id, event: JSON.parse(await body()) });
        const status = url.includes('lead.status_changed') ? answers.status : 204;
        return { status, error: undefined, retryAfter: undefined, answer: undefined };
      },
    });
  const deliverers = [deliverer(), deliverer()];
  async function deliver(): Promise<void> {
    for (let n = 0; n < 3; n += 1) {
      await Promise.all(deliverers.map((each) => each.round(going)));
      await Promise.all(deliverers.map((each) => each.settled()));
    }
  }
  const listen = (...events: HookEventType[]) =>
    operator.addHook({ url: `https://${events[0]}.example.com/`, events, by });
  return { ...parts, posted, answers, deliver, deliverer, listen };
}

interface Event {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Record<string, unknown>;
}

async function all(groups: Promise<AsyncIterable<unknown>>): Promise<void> {
  for await (const _ of await groups);
}

describe('an assignment', () => {
  it('is told with the owner and the page of the lead, also one by many and a hand-over', async () => {
    const { operator, listen, deliver, posted, submit, addPeople } = told();
    await listen('lead.assigned');
    await addPeople('Ada', 'Bob');
    for (const id of ['lead-1', 'lead-2']) await submit(id);
    await operator.assignLead({ leadId: 'lead-1', to: 'Ada', by });
    await all(operator.assignLeads({ leads: [{ id: 'lead-2' }], to: 'Bob', by }));
    await deliver();
    const owners = () => posted.map(({ event: { data } }) => [data.leadId, data.owner]);
    const owner = (name: string) => ({ id: expect.stringMatching(/^per_/), name });
    expect(owners()).toEqual([
      ['lead-1', owner('Ada')],
      ['lead-2', owner('Bob')],
    ]);
    expect(posted[0]?.event).toEqual({
      type: 'lead.assigned',
      timestamp: '2026-06-01T10:00:00.000Z',
      data: {
        leadId: 'lead-1',
        status: 'In Progress',
        vendor: { id: 'ven_1', name: expect.any(String) },
        owner: owner('Ada'),
        url: 'https://desk.example.com/leads/lead-1',
      },
    });
    await all(operator.handOver({ person: 'Bob', to: 'Ada', by }).then(({ leads }) => leads));
    await operator.assignLead({ leadId: 'lead-1', to: undefined, by });
    await operator.assignLead({ leadId: 'lead-1', to: undefined, by });
    await deliver();
    expect(owners().slice(2)).toEqual([
      ['lead-2', owner('Ada')],
      ['lead-1', undefined],
    ]);
  });

  it('says whose the lead became then, whoever has it by now', async () => {
    const { operator, listen, deliver, posted, submit, time, addPeople } = told();
    await listen('lead.assigned');
    await addPeople('Ada', 'Bob');
    await submit('lead-1');
    for (const to of ['Ada', 'Bob']) {
      await operator.assignLead({ leadId: 'lead-1', to, by });
      time.now += 1;
    }
    await deliver();
    expect(posted.map(({ event }) => (event.data.owner as { name: string }).name)).toEqual(['Ada', 'Bob']);
  });

  it('has the name of a colleague who was added just after others were told of', async () => {
    const { operator, listen, deliver, posted, submit, addPeople } = told();
    await listen('lead.assigned');
    for (const [n, name] of ['Ada', 'Bob'].entries()) {
      await submit(`lead-${n}`);
      await addPeople(name);
      await operator.assignLead({ leadId: `lead-${n}`, to: name, by });
      await deliver();
    }
    expect(posted.map(({ event }) => (event.data.owner as { name: string }).name)).toEqual(['Ada', 'Bob']);
  });
});

describe('a lead that is not answered in time', () => {
  it('is told once by all deliverers, and once more after it was reopened', async () => {
    const { operator, listen, deliver, posted, submit, time } = told();
    await listen('lead.unanswered');
    for (const id of ['lead-1', 'lead-2', 'lead-3']) await submit(id);
    await operator.noteLead({ leadId: 'lead-2', kind: 'reached', text: undefined, by });
    time.now += minutes(60);
    await deliver();
    expect(posted).toEqual([]);
    time.now += minutes(1);
    await deliver();
    expect(posted.map(({ event: { data } }) => data.leadId).toSorted()).toEqual(['lead-1', 'lead-3']);
    expect(posted[0]?.event).toMatchObject({
      type: 'lead.unanswered',
      timestamp: '2026-06-01T11:00:00.000Z',
      data: { leadId: 'lead-1', status: 'In Progress', waitingSince: '2026-06-01T10:00:00.000Z' },
    });
    time.now += minutes(61);
    await deliver();
    expect(posted).toHaveLength(2);

    await operator.moveLead({ leadId: 'lead-1', to: 'Lost', by });
    await operator.moveLead({ leadId: 'lead-1', to: 'In Progress', reason: 'back', by });
    for (let n = 0; n < 3; n += 1) {
      time.now += minutes(61);
      await deliver();
    }
    expect(posted.map(({ event: { data } }) => data.leadId).slice(2)).toEqual(['lead-1']);
    expect(new Set(posted.map(({ id }) => id)).size).toBe(3);
  });

  it('is late by the hours of the desk', async () => {
    const hours = new DeskHours(parseWeekHours('Mo-Fr 08:00-20:00'), zoneOf('UTC'));
    const { listen, deliver, posted, submit, time } = told({
      answerGoal: new AnswerGoal(minutes(60), hours),
    });
    await listen('lead.unanswered');
    time.now = at('2026-06-05T19:30'); // a Friday
    await submit('lead-1');
    for (const late of ['2026-06-06T12:00', '2026-06-08T08:30']) {
      time.now = at(late);
      await deliver();
      expect(posted).toEqual([]);
    }
    time.now = at('2026-06-08T08:31');
    await deliver();
    expect(posted.map(({ event }) => event.timestamp)).toEqual(['2026-06-08T08:30:00.000Z']);
  });

  it('is told by a process that starts later, but not of what was late before the webhook was added', async () => {
    const { listen, deliver, deliverer, posted, submit, time } = told();
    await submit('lead-1');
    time.now += minutes(61);
    await submit('lead-2');
    await listen('lead.unanswered');
    time.now += days(1);
    const later = deliverer();
    await later.round(going);
    await later.settled();
    await deliver();
    expect(posted.map(({ event: { data } }) => data.leadId)).toEqual(['lead-2']);
  });

  it('is told if there are more than are looked at together', async () => {
    const { listen, deliver, posted, submit, time } = told();
    await listen('lead.unanswered');
    for (let n = 0; n < 230; n += 1) await submit(`lead-${n}`);
    time.now += minutes(61);
    await deliver();
    await deliver();
    expect(new Set(posted.map(({ event: { data } }) => data.leadId)).size).toBe(230);
    expect(posted).toHaveLength(230);
  });

  it('is told no more once the store has forgotten that it was', async () => {
    const { listen, deliver, deliverer, posted, submit, time, file } = told();
    await listen('lead.unanswered');
    await submit('lead-1');
    time.now += minutes(61);
    await deliver();
    time.now += days(8);
    await file.write((db) => db.run('DELETE FROM deliveries'));
    await deliver();
    const later = deliverer();
    await later.round(going);
    await later.settled();
    await deliver();
    expect(posted.map(({ event: { data } }) => data.leadId)).toEqual(['lead-1']);
  });

  it('whose answer was taken back is told within the hour', async () => {
    const { operator, listen, deliver, posted, submit, time } = told();
    await listen('lead.unanswered');
    await submit('lead-1');
    time.now += minutes(59);
    const moved = time.now;
    await operator.moveLead({ leadId: 'lead-1', to: 'Quoted', by });
    time.now += minutes(5);
    await deliver();
    await all(operator.undoChanges({ at: [new Date(moved)], by }));
    await deliver();
    expect(posted).toEqual([]);
    time.now += minutes(60);
    await deliver();
    expect(posted.map(({ event: { data } }) => data.leadId)).toEqual(['lead-1']);
  });
});

describe('a follow-up', () => {
  it('is told once when its time has come, and each new one again', async () => {
    const { operator, listen, deliver, posted, submit, time } = told();
    await listen('lead.follow_up_due');
    await submit('lead-1');
    await submit('lead-2');
    const follow = (leadId: string, time: number | undefined) =>
      operator.followUp({ leadId, at: time === undefined ? undefined : new Date(time), by });
    await follow('lead-1', time.now + minutes(30));
    await follow('lead-2', time.now + minutes(30));
    await follow('lead-2', undefined);
    await deliver();
    expect(posted).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      time.now += minutes(31);
      await deliver();
    }
    const promise = { at: '2026-06-01T10:30:00.000Z', by };
    expect(posted.map(({ event: { data } }) => [data.leadId, data.followUpAt, data.followUp])).toEqual([
      ['lead-1', promise.at, promise],
    ]);
    await follow('lead-1', time.now + minutes(10));
    time.now += minutes(11);
    await deliver();
    expect(posted).toHaveLength(2);
  });
});

it('of a lead whose customer was erased nobody is reminded', async () => {
  const { operator, listen, deliver, posted, submit, time } = told();
  await listen('lead.unanswered');
  await listen('lead.follow_up_due');
  for (const id of ['erased', 'left']) {
    await submit(id);
    await operator.followUp({ leadId: id, at: new Date(time.now + minutes(30)), by });
  }
  await operator.eraseLead({ leadId: 'erased', by });
  time.now += minutes(61);
  await deliver();
  expect(posted.map(({ event: { type, data } }) => [type, data.leadId]).toSorted()).toEqual([
    ['lead.follow_up_due', 'left'],
    ['lead.unanswered', 'left'],
  ]);
});

describe('a webhook that fails', () => {
  it('is told to the operator’s others half-way to its pause, and when it is paused, once each', async () => {
    const { operator, listen, deliver, posted, answers, submit, time } = told();
    await listen('hook.failing', 'hook.paused', 'lead.received');
    const { hook } = await listen('lead.status_changed');
    await submit('lead-1');
    const toldOf = () => posted.filter(({ event }) => event.type.startsWith('hook.'));
    answers.status = 500;
    time.now += 1;
    for (let n = 0; n < 14; n += 1) {
      await operator.moveLead({ leadId: 'lead-1', to: n % 2 ? 'Quoted' : 'Evaluation Scheduled', by });
      await deliver();
      time.now += days(0.4);
      if (n === 5) expect(toldOf()).toEqual([]);
    }
    const types = toldOf().map(({ id, event }) => `${event.type} ${id}`);
    expect(new Set(types).size).toBe(2);
    expect(toldOf()[0]?.event).toEqual({
      type: 'hook.failing',
      timestamp: '2026-06-04T05:12:00.001Z',
      data: {
        hookId: hook.id,
        host: 'lead.status_changed.example.com',
        failingSince: '2026-06-01T10:00:00.001Z',
        url: `/hooks/${hook.id}`,
      },
    });
    expect(toldOf().at(-1)?.event).toMatchObject({ type: 'hook.paused', data: { why: 'failing' } });
    expect(posted.some(({ url, event }) => url === hook.url && event.type.startsWith('hook.'))).toBe(false);

    answers.status = 410;
    await operator.resumeHook({ hookId: hook.id, by });
    const before = new Set(types).size;
    await operator.moveLead({ leadId: 'lead-1', to: 'Won', by });
    await deliver();
    expect(new Set(toldOf().map(({ id }) => id)).size).toBe(before + 1);
  });

  it('is told to no vendor, and an operator’s pause to nobody', async () => {
    const { operator, listen, deliver, posted } = told();
    const refused = operator.addHook({
      url: 'https://blue.example.com/',
      vendor: 'static:blue',
      events: ['hook.paused'],
      by,
    });
    await expect(refused).rejects.toThrow('lead.status_changed alone');
    await listen('hook.paused');
    const { hook } = await listen('lead.received');
    await operator.pauseHook({ hookId: hook.id, by });
    await deliver();
    expect(posted).toEqual([]);
  });
});

describe('a webhook that names no events', () => {
  it('is told of new leads and new statuses alone, as before there were others', async () => {
    const { operator } = told();
    const { hook } = await operator.addHook({ url: 'https://crm.example.com/', by });
    expect(hook.events).toEqual(['lead.received', 'lead.status_changed']);
  });
});

describe('without a webhook that wants to be told', () => {
  it('nobody looks', async () => {
    const { listen, ports, clock } = told();
    await listen('lead.received', 'lead.assigned');
    const reminders = remindersOf(ports);
    expect(reminders.isDue(await ports.webhooks.hooks.hooks(), clock())).toBe(false);
  });
});
