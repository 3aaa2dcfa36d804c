import { describe, expect, it } from 'vitest';
import { Reminders } from '../src/operators/application/events/reminders.ts';
import type { KeptLeads } from '../src/operators/application/ports/outbound/kept-leads.ts';
import {
  followUpDue,
  hookAlarm,
  leadAssigned,
  leadReceived,
  leadUnanswered,
  statusChanged,
} from '../src/operators/domain/events/lead-event.ts';
import { AnswerGoal } from '../src/operators/domain/work/answer-goal.ts';
import { adasDeal, announcedTo, changeOne, second, to } from './operator-samples.ts';
import { byId } from './samples.ts';
import { announcing, hook, hookOf, idsOf, type WebhooksSubject } from './webhooks-subject.ts';

/** Tests how announcements become deliveries. */
export function toldEvents(subject: WebhooksSubject): void {
  describe('an event', () => {
    it('of a new lead comes with the lead, once for each hook that is told', async () => {
      await subject.hooks.add(hookOf('hook_2'));
      const added = adasDeal({ id: 'lead-1' });
      const deal = await subject.add(added, announcing(added, 'hook_1', 'hook_2'));
      const [taken, ...more] = await subject.take();
      expect(more).toEqual([]);
      expect(taken).toMatchObject({ hookId: 'hook_1', event: leadReceived(deal), tries: 0 });
      expect(deal).toEqual({ ...added, contactId: deal.contactId });
      expect(await subject.deliveries.deal('nobody')).toBeUndefined();
      expect(idsOf(await subject.take(second(10), 9, 'hook_2'))).toEqual(['evt_lead-1_received']);
    });

    it('is not announced by a repeated submission, nor twice by one whose answer was lost', async () => {
      const idempotency = { key: 'k', fingerprint: 'f' };
      const deal = await subject.received('lead-1', { idempotency });
      await subject.received('lead-2', { idempotency });
      await subject.add(deal, announcing(deal));
      const cause = 'an event comes with a deal that is added: once, and not with one that is there already';
      expect(idsOf(await subject.take()), cause).toEqual(['evt_lead-1_received']);
    });

    subject.operated(
      'of a move is announced with it, and not if the move is refused or changes nothing',
      async () => {
        const deal = await subject.add(adasDeal({ id: 'lead-1' }));
        const announce = announcedTo(hook.id);
        const move = (status: 'Won' | 'Lost') => changeOne(subject.leads, 'lead-1', to(status), announce);
        await move('Won');
        await move('Won');
        await expect(move('Lost')).rejects.toThrow('cannot become');
        const taken = await subject.take();
        const change = { status: 'Won', at: second(9) } as const;
        const cause = 'an event comes with a change that is written, and with no other';
        expect(
          taken.map(({ event }) => event),
          cause,
        ).toEqual([statusChanged(deal, change)]);
      },
    );

    subject.operated('of each type keeps every field', async () => {
      const deal = await subject.add(adasDeal({ id: 'lead-1' }));
      const events = [
        statusChanged(deal, { status: 'Lost', at: second(1), lostReason: 'price' }),
        leadAssigned(deal, { owner: 'per_1', at: second(2) }),
        leadAssigned(deal, { owner: null, at: second(3) }),
        leadUnanswered(deal, second(4)),
        followUpDue(deal, { at: second(5), by: 'Grace', byId: 'per_1' }),
      ];
      const announce = () => events.map((event) => ({ event, hooks: [hook.id] }));
      await changeOne(subject.leads, 'lead-1', () => ({ owner: 'per_1' }), announce);
      const alarms = (['failing', 'paused'] as const).map((what) =>
        hookAlarm('hook_2', { what, at: second(6) }),
      );
      for (let n = 0; n < 2; n += 1)
        await subject.deliveries.add(alarms.map((event) => ({ event, hooks: [hook.id] })));
      const cause = 'every field of an event is kept, and one with the same id is added once';
      expect(byId((await subject.take()).map(({ event }) => event)), cause).toEqual(
        byId([...events, ...alarms]),
      );
      expect(await subject.deliveries.ofLead('lead-1', 9)).toHaveLength(events.length);
    });

    subject.operated(
      'of a lead that became late is told once, however many look at the same time',
      async () => {
        const other = await subject.another();
        const ids = Array.from({ length: 30 }, (_, n) => `lead-${n}`);
        for (const [n, id] of ids.entries()) {
          await subject.add(adasDeal({ id }));
          const followUp = { at: second(100), by: 'grace' };
          if (n < 20) await changeOne(subject.leads, id, () => ({ followUp }));
        }
        const events = ['lead.unanswered', 'lead.follow_up_due'] as const;
        const listening = [{ ...hook, events }];
        const goal = new AnswerGoal(60_000);
        const processes = [subject.store, other, subject.store, other].map(
          ({ deliveries, leads }) => new Reminders({ leads: leads as KeptLeads, deliveries, goal }),
        );
        const look = (now: Date) => Promise.all(processes.map((each) => each.look(listening, now)));
        await look(second(60));
        expect(await subject.take(second(200))).toEqual([]);
        for (const now of [101, 120, 140]) await look(second(now));
        const cause = 'a lead was told of twice or never: the delivery, by its id, says whether it was';
        const told = (await subject.take(second(200))).map(({ event }) => event);
        expect(new Set(told.map(({ id }) => id)).size, cause).toBe(50);
        expect(told, cause).toHaveLength(50);
      },
    );

    it('is collected once, however many collect at the same time', async () => {
      const other = await subject.another();
      for (let n = 0; n < 30; n += 1) await subject.received(`lead-${n}`);
      await Promise.all(
        Array.from({ length: 6 }, (_, n) => (n % 2 ? other : subject.store).deliveries.collect()),
      );
      const cause = 'events were lost or doubled: there is one delivery for each event and hook';
      expect(await subject.take(), cause).toHaveLength(30);
      expect(await subject.take(), cause).toEqual([]);
    });

    it('for very many hooks comes to each of them once, and holds no other back', async () => {
      const many = Array.from({ length: 600 }, (_, n) => `hook_many_${n}`);
      await Promise.all(many.map((id) => subject.hooks.add(hookOf(id))));
      for (const id of ['lead-1', 'lead-2']) {
        const deal = adasDeal({ id });
        await subject.add(deal, announcing(deal, ...many));
      }
      await subject.received('lead-3');
      expect(await subject.take()).toHaveLength(1);
      expect(new Set(await subject.deliveries.dueHooks(second(10)))).toEqual(new Set(many));
      expect(await subject.take(second(10), 9, 'hook_many_599')).toHaveLength(2);
    });

    it('of a test has no lead', async () => {
      const event = { id: 'evt_test', type: 'hook.test', at: second(1) } as const;
      await subject.deliveries.add([{ event, hooks: [hook.id] }]);
      expect((await subject.take()).map((taken) => taken.event)).toEqual([event]);
    });

    it('says to which hooks something is due', async () => {
      await subject.hooks.add(hookOf('hook_2'));
      await subject.hooks.add(hookOf('hook_3'));
      const due = (now: Date) => subject.deliveries.dueHooks(now).then((ids) => ids.toSorted());
      expect(await due(second(10))).toEqual([]);
      for (const [id, hookId, at] of [
        ['lead-1', 'hook_1', 1],
        ['lead-2', 'hook_1', 2],
        ['lead-3', 'hook_2', 3],
      ] as const) {
        const deal = adasDeal({ id, receivedAt: second(at) });
        await subject.add(deal, announcing(deal, hookId));
      }
      await subject.collectAll();
      const cause =
        'a delivery is due from `at` of its event on, then when its lease ends, or when `settle` says';
      expect(await due(second(0)), cause).toEqual([]);
      expect(await due(second(2)), cause).toEqual(['hook_1']);
      expect(await due(second(10)), cause).toEqual(['hook_1', 'hook_2']);
      const [first, later] = await subject.take(second(10));
      expect(await due(second(29)), cause).toEqual(['hook_2']);
      await subject.settle(first);
      await subject.settle(later, { status: 500, due: second(40) });
      expect(await due(second(39)), cause).toEqual(['hook_2']);
      expect(await due(second(40)), cause).toEqual(['hook_1', 'hook_2']);
    });
  });
}
