import { beforeEach, describe, expect, it } from 'vitest';
import type { Announcement, DueDelivery, Replayed } from '../application/events/ports/deliveries.ts';
import { Reminders } from '../application/events/reminders.ts';
import type { Erasure } from '../application/operators/ports/outbound/erasure.ts';
import type { KeptLeads } from '../application/operators/ports/outbound/kept-leads.ts';
import { type Hook, openHook, rotateHook } from '../domain/events/hook.ts';
import {
  followUpDue,
  hookAlarm,
  leadAssigned,
  leadReceived,
  leadUnanswered,
  statusChanged,
} from '../domain/events/lead-event.ts';
import { openDeal } from '../domain/intake/received-deal.ts';
import { AnswerGoal } from '../domain/work/answer-goal.ts';
import { type Deal, forgetCustomer, untouched } from '../domain/work/deal.ts';
import { contractOf, requireParts } from './contract.ts';
import { adasLead, announcedTo, changeOne, second, to } from './operator-samples.ts';
import { keptTogether } from './same-write.ts';
import type { WebhookStore, WebhooksUnderTest } from './webhooks-under-test.ts';

/** What the ports `HookDirectory` and `Deliveries` promise. `open` is called for each test. */
export const webhooksContract = contractOf<WebhooksUnderTest>(['hooks', 'deliveries', 'crm'], (suite) => {
  const isOperated = !suite.without.includes('operators');
  const operated = (name: string, test: () => Promise<void>) => {
    if (isOperated) it(name, test);
  };
  let under: WebhooksUnderTest;
  let hook: Hook;
  beforeEach(async () => {
    under = suite.current();
    if (isOperated) requireParts(under, 'leads', 'erasure');
    hook = hookOf('hook_1');
    await under.hooks.add(hook);
  });
  const leads = () => under.leads as KeptLeads;
  const erasure = () => under.erasure as Erasure;
  const another = async (): Promise<WebhookStore> => (await under.another?.()) ?? under;

  const hookOf = (id: string, created = second(0)): Hook =>
    openHook({ id, url: `https://${id}.example.com/events`, vendorId: undefined, created });

  const announcing = (deal: Deal, ...hooks: string[]): Announcement[] => [
    { event: leadReceived(deal), hooks: hooks.length > 0 ? hooks : [hook.id] },
  ];

  async function dealOf(id: string, given: Partial<Deal> = {}): Promise<Deal> {
    const lead = adasLead();
    const contactId = await under.crm.upsertContact(lead.customer);
    const known = { id, contactId, vendorId: 'ven_1', receivedAt: second(0), idempotency: undefined };
    return { ...untouched(openDeal(lead, known)), ...given };
  }

  async function received(id: string, given: Partial<Deal> = {}): Promise<Deal> {
    const deal = await dealOf(id, given);
    await under.crm.addDeal(deal, announcing(deal));
    return deal;
  }

  let leases = 0;
  async function take(now = second(10), limit = 99, hookId = hook.id): Promise<readonly DueDelivery[]> {
    while (await under.deliveries.collect());
    return takeAs(under, limit, now, hookId);
  }

  function takeAs({ deliveries }: WebhookStore, limit: number, now = second(10), hookId = hook.id) {
    leases += 1;
    const leaseEnds = new Date(now.getTime() + 20_000);
    return deliveries.take({ hookId, now, limit, leaseEnds, lease: `lease ${leases}` });
  }

  const settle = (
    { hookId, event, lease }: DueDelivery,
    {
      status = 200,
      at = second(11),
      due,
      answer,
    }: { status?: number; at?: Date; due?: Date; answer?: string } = {},
  ) => {
    const error = status === 200 ? undefined : 'the receiver answered with an error';
    const tried = { at, status, duration: 34, error, answer };
    return under.deliveries.settle([{ hookId, eventId: event.id, lease, tried, due }]);
  };
  const idsOf = (taken: readonly DueDelivery[]) => taken.map(({ event }) => event.id);

  it('the key of their secrets is kept by its fingerprint, until another one replaces it', async ({
    skip,
  }) => {
    const { hooks } = under;
    if (!hooks.keepKey || !hooks.keptKey) return skip('this store keeps none');
    const names = Array.from({ length: 20 }, (_, n) => `key ${n}`);
    for (const none of await Promise.all(names.map(() => hooks.keptKey?.()))) expect(none).toBeUndefined();
    const soon = (n: number) => new Promise((resolve) => setTimeout(resolve, n / 2));
    const kept = names.map((name, n) => soon(n).then(() => hooks.keepKey?.(name)));
    const [first = '', ...others] = await Promise.all(kept);
    expect(names).toContain(first);
    const cause = 'several keys were kept, or one in place of another: decide and write in one step';
    expect(new Set(others), cause).toEqual(new Set([first]));
    expect(await hooks.keepKey('key 20', 'a key that is not kept'), cause).toBe(first);
    expect(await hooks.keepKey('key 20', first)).toBe('key 20');
    expect(await hooks.keepKey(first), cause).toBe('key 20');
    expect(await hooks.keptKey()).toBe('key 20');
    expect(await hooks.hooks()).toEqual([hook]);
  });

  describe('a hook', () => {
    it('is kept as it is, and listed with the others, oldest first', async () => {
      const alarm = { what: 'failing', at: second(1), told: false } as const;
      const older = {
        ...hookOf('hook_0', new Date(0)),
        vendorId: 'ven_1',
        failingSince: second(1),
        alarm,
      };
      await under.hooks.add(older);
      const cause = 'hooks are kept as they are, every field, and listed by `created`';
      expect(await under.hooks.hooks(), cause).toEqual([older, hook]);
    });

    it('is added once, however often at once', async () => {
      const all = [hook, ...['a', 'b', 'c'].map((id) => ({ ...hookOf('hook_2'), vendorId: id }))];
      const added = await Promise.all(all.map((each) => under.hooks.add(each)));
      expect(added.filter(Boolean)).toHaveLength(1);
      const [first, second, ...more] = await under.hooks.hooks();
      expect([first, more], 'one that is there stays as it is').toEqual([hook, []]);
      expect(second).toEqual(all[added.indexOf(true)]);
    });

    it('is changed as it was decided, however many changes run at once', async () => {
      const rotate = () => under.hooks.change(hook.id, (known) => rotateHook(known, second(8), second(9)));
      const other = await another();
      const rotateThere = () =>
        other.hooks.change(hook.id, (known) => rotateHook(known, second(8), second(9)));
      await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? rotateThere() : rotate())));
      const [after] = await other.hooks.hooks();
      const cause = 'a change was lost: write only if the hook is still as it was read';
      expect(after?.secrets.at(-1), cause).toEqual({ generation: 21, expires: undefined });
      expect(await under.hooks.change('nobody', (known) => known)).toBeUndefined();
    });

    it('is not changed if the decision throws', async () => {
      const refusing = () => {
        throw new Error('no');
      };
      await expect(under.hooks.change(hook.id, refusing)).rejects.toThrow('no');
      const cause = 'something was written although the decision threw';
      expect(await under.hooks.hooks(), cause).toEqual([hook]);
    });

    it('is removed with what was to be delivered to it', async () => {
      await received('lead-1');
      while (await under.deliveries.collect());
      const gone: number[] = [];
      await under.hooks.remove(hook.id, (count) => void gone.push(count));
      await under.hooks.remove('nobody');
      expect(gone.at(-1), '`progress` is told after each step how many have gone').toBe(1);
      expect(await under.hooks.hooks()).toEqual([]);
      expect(await take()).toEqual([]);
    });

    it('whose removal is cut off is still there, and can be removed', async () => {
      await under.hooks.add(hookOf('hook_2'));
      await received('lead-1');
      while (await under.deliveries.collect());
      const cutOff = () => {
        throw new Error('cut off');
      };
      await expect(under.hooks.remove(hook.id, cutOff)).rejects.toThrow('cut off');
      const cause = 'the hook went before its deliveries: a removal that is cut off could not be repeated';
      expect(
        (await under.hooks.hooks()).map(({ id }) => id),
        cause,
      ).toContain(hook.id);
      await under.hooks.remove(hook.id);
      expect((await under.hooks.hooks()).map(({ id }) => id)).toEqual(['hook_2']);
      expect(await take()).toEqual([]);
    });
  });

  describe('an event', () => {
    it('of a new lead comes with the lead, once for each hook that is told', async () => {
      await under.hooks.add(hookOf('hook_2'));
      const deal = await dealOf('lead-1');
      await under.crm.addDeal(deal, announcing(deal, 'hook_1', 'hook_2'));
      const [taken, ...more] = await take();
      expect(more).toEqual([]);
      expect(taken).toMatchObject({ hookId: 'hook_1', event: leadReceived(deal), tries: 0 });
      expect(await under.deliveries.deal('lead-1')).toEqual(deal);
      expect(await under.deliveries.deal('nobody')).toBeUndefined();
      expect(idsOf(await take(second(10), 9, 'hook_2'))).toEqual(['evt_lead-1_received']);
    });

    it('is not announced by a repeated submission, nor twice by one whose answer was lost', async () => {
      const idempotency = { key: 'k', fingerprint: 'f' };
      const deal = await received('lead-1', { idempotency });
      await received('lead-2', { idempotency });
      await under.crm.addDeal(deal, announcing(deal));
      const cause = 'an event comes with a deal that is added: once, and not with one that is there already';
      expect(idsOf(await take()), cause).toEqual(['evt_lead-1_received']);
    });

    operated(
      'of a move is announced with it, and not if the move is refused or changes nothing',
      async () => {
        const deal = await dealOf('lead-1');
        await under.crm.addDeal(deal);
        const announce = announcedTo(hook.id);
        const move = (status: 'Won' | 'Lost') => changeOne(leads(), 'lead-1', to(status), announce);
        await move('Won');
        await move('Won');
        await expect(move('Lost')).rejects.toThrow('cannot become');
        const taken = await take();
        const change = { status: 'Won', at: second(9) } as const;
        const cause = 'an event comes with a change that is written, and with no other';
        expect(
          taken.map(({ event }) => event),
          cause,
        ).toEqual([statusChanged(deal, change)]);
      },
    );

    operated('of each type keeps every field', async () => {
      const deal = await dealOf('lead-1');
      await under.crm.addDeal(deal);
      const events = [
        statusChanged(deal, { status: 'Lost', at: second(1), lostReason: 'price' }),
        leadAssigned(deal, { owner: 'per_1', at: second(2) }),
        leadAssigned(deal, { owner: null, at: second(3) }),
        leadUnanswered(deal, second(4)),
        followUpDue(deal, { at: second(5), by: 'Grace', byId: 'per_1' }),
      ];
      const announce = () => events.map((event) => ({ event, hooks: [hook.id] }));
      await changeOne(leads(), 'lead-1', () => ({ owner: 'per_1' }), announce);
      const alarms = (['failing', 'paused'] as const).map((what) =>
        hookAlarm('hook_2', { what, at: second(6) }),
      );
      for (let n = 0; n < 2; n += 1)
        await under.deliveries.add(alarms.map((event) => ({ event, hooks: [hook.id] })));
      const byId = (all: readonly { readonly id: string }[]) =>
        all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const cause = 'every field of an event is kept, and one with the same id is added once';
      expect(byId((await take()).map(({ event }) => event)), cause).toEqual(byId([...events, ...alarms]));
      expect(await under.deliveries.ofLead('lead-1', 9)).toHaveLength(events.length);
    });

    operated('of a lead that became late is told once, however many look at the same time', async () => {
      const other = await another();
      const ids = Array.from({ length: 30 }, (_, n) => `lead-${n}`);
      for (const [n, id] of ids.entries()) {
        await under.crm.addDeal(await dealOf(id));
        const followUp = { at: second(100), by: 'grace' };
        if (n < 20) await changeOne(leads(), id, () => ({ followUp }));
      }
      const events = ['lead.unanswered', 'lead.follow_up_due'] as const;
      const listening = [{ ...hook, events }];
      const goal = new AnswerGoal(60_000);
      const processes = [under, other, under, other].map(
        ({ deliveries, ...store }) => new Reminders({ leads: store.leads as KeptLeads, deliveries, goal }),
      );
      const look = (now: Date) => Promise.all(processes.map((each) => each.look(listening, now)));
      await look(second(60));
      expect(await take(second(200))).toEqual([]);
      for (const now of [101, 120, 140]) await look(second(now));
      const cause = 'a lead was told of twice or never: the delivery, by its id, says whether it was';
      const told = (await take(second(200))).map(({ event }) => event);
      expect(new Set(told.map(({ id }) => id)).size, cause).toBe(50);
      expect(told, cause).toHaveLength(50);
    });

    it('is collected once, however many collect at the same time', async () => {
      const other = await another();
      for (let n = 0; n < 30; n += 1) await received(`lead-${n}`);
      await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? other : under).deliveries.collect()));
      const cause = 'events were lost or doubled: there is one delivery for each event and hook';
      expect(await take(), cause).toHaveLength(30);
      expect(await take(), cause).toEqual([]);
    });

    it('for very many hooks comes to each of them once, and holds no other back', async () => {
      const many = Array.from({ length: 600 }, (_, n) => `hook_many_${n}`);
      await Promise.all(many.map((id) => under.hooks.add(hookOf(id))));
      for (const id of ['lead-1', 'lead-2']) {
        const deal = await dealOf(id);
        await under.crm.addDeal(deal, announcing(deal, ...many));
      }
      await received('lead-3');
      expect(await take()).toHaveLength(1);
      expect(new Set(await under.deliveries.dueHooks(second(10)))).toEqual(new Set(many));
      expect(await take(second(10), 9, 'hook_many_599')).toHaveLength(2);
    });

    it('of a test has no lead', async () => {
      const event = { id: 'evt_test', type: 'hook.test', at: second(1) } as const;
      await under.deliveries.add([{ event, hooks: [hook.id] }]);
      expect((await take()).map((taken) => taken.event)).toEqual([event]);
    });

    it('says to which hooks something is due', async () => {
      await under.hooks.add(hookOf('hook_2'));
      await under.hooks.add(hookOf('hook_3'));
      const due = (now: Date) => under.deliveries.dueHooks(now).then((ids) => ids.toSorted());
      expect(await due(second(10))).toEqual([]);
      for (const [id, hookId, at] of [
        ['lead-1', 'hook_1', 1],
        ['lead-2', 'hook_1', 2],
        ['lead-3', 'hook_2', 3],
      ] as const) {
        const deal = await dealOf(id, { receivedAt: second(at) });
        await under.crm.addDeal(deal, announcing(deal, hookId));
      }
      while (await under.deliveries.collect());
      const cause =
        'a delivery is due from `at` of its event on, then when its lease ends, or when `settle` says';
      expect(await due(second(0)), cause).toEqual([]);
      expect(await due(second(2)), cause).toEqual(['hook_1']);
      expect(await due(second(10)), cause).toEqual(['hook_1', 'hook_2']);
      const [first, later] = await take(second(10));
      expect(await due(second(29)), cause).toEqual(['hook_2']);
      if (first) await settle(first);
      if (later) await settle(later, { status: 500, due: second(40) });
      expect(await due(second(39)), cause).toEqual(['hook_2']);
      expect(await due(second(40)), cause).toEqual(['hook_1', 'hook_2']);
    });
  });

  describe.each(isOperated ? (['lead', 'contact'] as const) : [])('with an erased %s', (erased) => {
    const quoting = { status: 400, answer: 'duplicate customer ada@example.com', due: second(15) };
    const letGo =
      'an erasure lets the lease of a delivery go, and leaves it due when that lease would have ended';
    const answers = async () =>
      (await under.deliveries.attempts({ hookId: hook.id, failed: false, limit: 9 })).map((attempt) => [
        attempt.leadId,
        attempt.answer,
      ]);
    const erase = ({ id, contactId }: Deal) =>
      erased === 'lead' ? erasure().eraseLead(id, second(20)) : erasure().erase(contactId, second(20));

    it('no body of an event has anything of it, also if the event was taken before', async () => {
      const deal = await received('lead-1', { externalId: 'A-1' });
      const other = await another();
      const deals = () => Promise.all([under, other].map(({ deliveries }) => deliveries.deal('lead-1')));
      expect(await take()).toHaveLength(1);
      expect(await deals()).toEqual([deal, deal]);
      await erase(deal);
      const cause =
        'a body would still tell what was erased: read the lead each time, and from the newest copy';
      expect(await deals(), cause).toEqual([
        forgetCustomer(deal, second(20)),
        forgetCustomer(deal, second(20)),
      ]);
    });

    it('goes what receivers answered to its events, and nothing else', async () => {
      const deal = await received('lead-1');
      const contactId = await under.crm.upsertContact(adasLead({ email: 'bob@example.com' }).customer);
      await received('lead-2', { contactId });
      for (const each of await take()) await settle(each, quoting);
      await erase(deal);
      const cause = 'what receivers answered goes with the lead it was about, and with no other';
      expect((await answers()).sort(), cause).toEqual([
        ['lead-1', undefined],
        ['lead-2', quoting.answer],
      ]);
      expect(await take(second(15))).toMatchObject([{ tries: 1 }, { tries: 1 }]);
    });

    it('nothing is kept of a try that is under way; its event is due again when the lease ends', async () => {
      const deal = await received('lead-1');
      const [underWay] = await take(second(10));
      await erase(deal);
      if (underWay) await settle(underWay, quoting);
      expect(await answers(), letGo).toEqual([]);
      expect(await take(second(29)), letGo).toEqual([]);
      expect(idsOf(await take(second(31))), letGo).toEqual(['evt_lead-1_received']);
    });

    it('goes what an erasure left that was interrupted, if it is repeated', async () => {
      const deal = await received('lead-1');
      await erase(deal);
      for (const each of await take()) await settle(each, quoting);
      await erase(deal);
      const cause = 'a repeated erasure forgets answers, too, although its deal is erased already';
      expect(await answers(), cause).toEqual([['lead-1', undefined]]);
    });
  });

  describe('a delivery', () => {
    it('goes to one taker alone, the longest due first, as many as are wanted', async () => {
      for (let n = 0; n < 20; n += 1) await received(`lead-${n}`, { receivedAt: second(n % 5) });
      while (await under.deliveries.collect());
      const other = await another();
      const takers = Array.from({ length: 6 }, (_, n) => (n % 2 ? takeAs(other, 8) : take(second(10), 8)));
      const all = (await Promise.all(takers)).flat();
      const cause = 'a delivery went to two takers, or to none: choose and lease it in one step';
      expect(new Set(idsOf(all)).size, cause).toBe(all.length);
      const rest = await take();
      expect(all.length + rest.length, cause).toBe(20);
      await under.deliveries.replay(hook.id, { since: second(0) }, second(20));
      expect(await take(second(30), 3)).toHaveLength(3);
    });

    it('is taken in the order in which it became due', async () => {
      for (const n of [3, 1, 2]) await received(`lead-${n}`, { receivedAt: second(n) });
      const cause = 'the longest due goes first; an event is due from its `at` on';
      expect(idsOf(await take(second(2))), cause).toEqual(['evt_lead-1_received', 'evt_lead-2_received']);
    });

    it('is due again when its lease has ended, and a late settlement then changes nothing', async () => {
      await received('lead-1');
      const [late] = await take(second(10));
      expect(await take(second(29))).toEqual([]);
      const [again] = await take(second(31));
      expect(again).toMatchObject({ tries: 0 });
      if (late) await settle(late);
      const cause =
        'a settlement counts while its lease is that of the delivery, and changes nothing afterwards';
      expect(await under.deliveries.attempts({ hookId: hook.id, failed: false, limit: 9 }), cause).toEqual(
        [],
      );
      expect(idsOf(await take(second(52))), cause).toEqual(['evt_lead-1_received']);
    });

    it('is tried again when it is due, and no more once it was delivered or given up', async () => {
      await received('lead-1');
      const [first] = await take();
      if (first) await settle(first, { status: 500, due: second(15) });
      expect(await take(second(14))).toEqual([]);
      const [next] = await take(second(15));
      expect(next).toMatchObject({ tries: 1 });
      if (next) await settle(next);
      expect(await take(second(3_000))).toEqual([]);
    });

    it('keeps its attempts, newest first, all or those that failed', async () => {
      await received('lead-1');
      await received('lead-2');
      for (const each of await take()) await settle(each, { status: 500, at: second(11), due: second(12) });
      const again = await take(second(12));
      const won = again.find(({ event }) => event.id === 'evt_lead-1_received');
      if (won) await settle(won, { at: second(13) });
      const ask = (query: object) =>
        under.deliveries.attempts({ hookId: hook.id, failed: false, limit: 9, ...query });
      expect((await ask({})).map(({ eventId, status }) => [eventId, status])[0]).toEqual([
        'evt_lead-1_received',
        200,
      ]);
      expect(await ask({})).toHaveLength(3);
      expect(await ask({ limit: 1 })).toHaveLength(1);
      expect(await ask({ failed: true })).toHaveLength(2);
      expect(await ask({ eventId: 'evt_lead-2_received' })).toEqual([
        {
          eventId: 'evt_lead-2_received',
          type: 'lead.received',
          leadId: 'lead-2',
          at: second(11),
          status: 500,
          duration: 34,
          error: 'the receiver answered with an error',
          answer: undefined,
        },
      ]);
    });

    operated('is found by its lead, for each hook, with its tries, the newest event first', async () => {
      await under.hooks.add(hookOf('hook_2'));
      const deal = await dealOf('lead-1');
      await under.crm.addDeal(deal, announcing(deal, 'hook_1', 'hook_2'));
      await received('lead-2');
      const event = { id: 'evt_test', type: 'hook.test', at: second(1) } as const;
      await under.deliveries.add([{ event, hooks: [hook.id] }]);
      for (const each of await take()) await settle(each, { status: 500, due: second(15), answer: 'no' });
      const announce = announcedTo(hook.id);
      await changeOne(leads(), 'lead-1', to('Won'), announce);
      while (await under.deliveries.collect());

      const [newest, ...older] = await under.deliveries.ofLead('lead-1', 9);
      const moved = statusChanged(deal, { status: 'Won', at: second(9) });
      expect(newest).toMatchObject({ hookId: 'hook_1', event: moved, tries: [], due: second(9) });
      expect(older.map(({ hookId }) => hookId).sort()).toEqual(['hook_1', 'hook_2']);
      expect(older.find(({ hookId }) => hookId === hook.id)).toEqual({
        hookId: hook.id,
        event: leadReceived(deal),
        tries: [
          {
            ...{ at: second(11), status: 500, duration: 34, answer: 'no' },
            error: 'the receiver answered with an error',
          },
        ],
        due: second(15),
      });
      expect(await under.deliveries.ofLead('lead-1', 1)).toEqual([newest]);
      expect(await under.deliveries.ofLead('nobody', 9)).toEqual([]);
    });

    it('can be replayed, by its event or since a time, whatever became of it', async () => {
      await received('lead-1', { receivedAt: second(1) });
      await received('lead-2', { receivedAt: second(2) });
      for (const each of await take()) await settle(each);
      const replay = (which: Replayed) => under.deliveries.replay(hook.id, which, second(20));
      expect(await replay({ eventId: 'evt_lead-1_received' })).toBe(1);
      expect(await replay({ eventId: 'evt_nobody' })).toBe(0);
      expect(idsOf(await take(second(20)))).toEqual(['evt_lead-1_received']);
      expect(await replay({ since: second(2) })).toBe(1);
      expect(idsOf(await take(second(20)))).toEqual(['evt_lead-2_received']);
    });

    it('can be replayed if it did not arrive, from the oldest on, and by a replay that was cut off', async () => {
      for (const n of [1, 2, 3, 4, 5]) await received(`lead-${n}`, { receivedAt: second(n) });
      const [givenUp, arrived, retried, later] = await take(second(10), 4);
      if (givenUp) await settle(givenUp, { status: 500 });
      if (arrived) await settle(arrived);
      if (retried) await settle(retried, { status: 500, due: second(900) });
      if (later) await settle(later, { status: 500, due: second(30) });
      const [again] = await take(second(30), 1); // lead-5, which was never tried
      if (again) await settle(again, { status: 500, due: second(900) });
      const [delivered] = await take(second(30), 1);
      if (delivered) await settle(delivered);

      const { deliveries } = under;
      const cutOff = () => {
        throw new Error('cut off');
      };
      const which = { undelivered: true } as const;
      await expect(deliveries.replay(hook.id, which, second(40), cutOff)).rejects.toThrow('cut off');
      const told: number[] = [];
      const count = (done: number) => void told.push(done);
      const cause = 'a repeated replay does the whole work again, also what the one before has done';
      expect(await deliveries.replay(hook.id, which, second(40), count), cause).toBe(3);
      expect(told.at(-1), '`progress` is told after each step how many there were').toBe(3);
      const ids = ['evt_lead-1_received', 'evt_lead-3_received', 'evt_lead-5_received'];
      expect(idsOf(await take(second(40))).toSorted(), cause).toEqual(ids);
    });

    it('begins to count its tries anew when it is replayed, and keeps the old ones', async () => {
      await received('lead-1');
      for (const now of [10, 15]) {
        const [each] = await take(second(now));
        if (each) await settle(each, { status: 500, at: second(now), due: second(15) });
      }
      const [underWay] = await take(second(16));
      await under.deliveries.replay(hook.id, { eventId: 'evt_lead-1_received' }, second(20));
      if (underWay) await settle(underWay); // which comes too late
      const [again] = await take(second(20));
      const cause = 'tries count since the last replay; those before stay among the attempts';
      expect(again, cause).toMatchObject({ tries: 0 });
      if (again) await settle(again, { status: 500, at: second(20), due: second(25) });
      expect(await take(second(25)), cause).toMatchObject([{ tries: 1 }]);
      const log = await under.deliveries.attempts({ hookId: hook.id, failed: false, limit: 9 });
      expect(
        log.map(({ at }) => at),
        cause,
      ).toEqual([second(20), second(15), second(10)]);
    });

    it('tells since when the longest due one waits', async () => {
      await received('lead-1', { receivedAt: second(3) });
      const oldest = (now: Date) => under.deliveries.oldestDue([hook.id, 'nobody'], now);
      const cause = 'an event that nobody has collected waits, too, since its `at`';
      expect(await oldest(second(9)), cause).toEqual(second(3));
      while (await under.deliveries.collect());
      expect(await oldest(second(2))).toBeUndefined();
      expect(await oldest(second(9))).toEqual(second(3));
    });
  });

  keptTogether(suite);

  suite.unreachable(async () => {
    const { hooks, deliveries } = under;
    await received('lead-1');
    const [taken] = await take();
    let count = 0;
    const fresh = (): string => {
      count += 1;
      return `fresh_${count}`;
    };
    const now = second(10);
    const leaseEnds = second(30);
    return {
      addHook: () => hooks.add(hookOf(fresh())),
      hooks: () => hooks.hooks(),
      change: () => hooks.change(hook.id, (known) => known),
      remove: () => hooks.remove('nobody'),
      collect: async () => {
        await deliveries.collect(); // which may have nothing to do
        await deliveries.dueHooks(now);
      },
      add: () => deliveries.add([{ event: { id: fresh(), type: 'hook.test', at: now }, hooks: [hook.id] }]),
      dueHooks: () => deliveries.dueHooks(now),
      take: () => deliveries.take({ hookId: hook.id, now, limit: 9, leaseEnds, lease: fresh() }),
      deal: () => deliveries.deal('lead-1'),
      settle: async () => taken && settle(taken),
      attempts: () => deliveries.attempts({ hookId: hook.id, failed: false, limit: 9 }),
      ofLead: () => deliveries.ofLead('lead-1', 9),
      replay: () => deliveries.replay(hook.id, { since: now }, now),
      oldestDue: () => deliveries.oldestDue([hook.id], now),
    };
  });
});
