import { describe, expect, it } from 'vitest';
import type { Replayed } from '../src/operators/application/events/ports/deliveries.ts';
import { leadReceived, statusChanged } from '../src/operators/domain/events/lead-event.ts';
import { adasDeal, announcedTo, changeOne, second, to } from './operator-samples.ts';
import { announcing, hook, hookOf, idsOf, REFUSED, type WebhooksSubject } from './webhooks-subject.ts';

/** Tests how an event for one hook is taken, tried, settled and replayed. */
export function dueDeliveries(subject: WebhooksSubject): void {
  describe('a delivery', () => {
    it('goes to one taker alone, the longest due first, as many as are wanted', async () => {
      for (let n = 0; n < 20; n += 1) await subject.received(`lead-${n}`, { receivedAt: second(n % 5) });
      await subject.collectAll();
      const other = await subject.another();
      const takers = Array.from({ length: 6 }, (_, n) =>
        n % 2 ? subject.takeAs(other, 8) : subject.take(second(10), 8),
      );
      const all = (await Promise.all(takers)).flat();
      const cause = 'a delivery went to two takers, or to none: choose and lease it in one step';
      expect(new Set(idsOf(all)).size, cause).toBe(all.length);
      const rest = await subject.take();
      expect(all.length + rest.length, cause).toBe(20);
      await subject.deliveries.replay(hook.id, { since: second(0) }, second(20));
      expect(await subject.take(second(30), 3)).toHaveLength(3);
    });

    it('is taken in the order in which it became due', async () => {
      for (const n of [3, 1, 2]) await subject.received(`lead-${n}`, { receivedAt: second(n) });
      const cause = 'the longest due goes first; an event is due from its `at` on';
      expect(idsOf(await subject.take(second(2))), cause).toEqual([
        'evt_lead-1_received',
        'evt_lead-2_received',
      ]);
    });

    it('is due again when its lease has ended, and a late settlement then changes nothing', async () => {
      await subject.received('lead-1');
      const [late] = await subject.take(second(10));
      expect(await subject.take(second(29))).toEqual([]);
      const [again] = await subject.take(second(31));
      expect(again).toMatchObject({ tries: 0 });
      await subject.settle(late);
      const cause =
        'a settlement counts while its lease is that of the delivery, and changes nothing afterwards';
      expect(await subject.attempts(), cause).toEqual([]);
      expect(idsOf(await subject.take(second(52))), cause).toEqual(['evt_lead-1_received']);
    });

    it('is tried again when it is due, and no more once it was delivered or given up', async () => {
      await subject.received('lead-1');
      const [first] = await subject.take();
      await subject.settle(first, { status: 500, due: second(15) });
      expect(await subject.take(second(14))).toEqual([]);
      const [next] = await subject.take(second(15));
      expect(next).toMatchObject({ tries: 1 });
      await subject.settle(next);
      expect(await subject.take(second(3_000))).toEqual([]);
    });

    it('keeps its attempts, newest first, all or those that failed', async () => {
      await subject.received('lead-1');
      await subject.received('lead-2');
      for (const each of await subject.take())
        await subject.settle(each, { status: 500, at: second(11), due: second(12) });
      const again = await subject.take(second(12));
      const won = again.find(({ event }) => event.id === 'evt_lead-1_received');
      await subject.settle(won, { at: second(13) });
      expect((await subject.attempts()).map(({ eventId, status }) => [eventId, status])[0]).toEqual([
        'evt_lead-1_received',
        200,
      ]);
      expect(await subject.attempts()).toHaveLength(3);
      expect(await subject.attempts({ limit: 1 })).toHaveLength(1);
      expect(await subject.attempts({ failed: true })).toHaveLength(2);
      expect(await subject.attempts({ eventId: 'evt_lead-2_received' })).toEqual([
        {
          eventId: 'evt_lead-2_received',
          type: 'lead.received',
          leadId: 'lead-2',
          at: second(11),
          status: 500,
          duration: 34,
          error: REFUSED,
          answer: undefined,
        },
      ]);
    });

    subject.operated(
      'is found by its lead, for each hook, with its tries, the newest event first',
      async () => {
        await subject.hooks.add(hookOf('hook_2'));
        const deal = adasDeal({ id: 'lead-1' });
        await subject.add(deal, announcing(deal, 'hook_1', 'hook_2'));
        await subject.received('lead-2');
        const event = { id: 'evt_test', type: 'hook.test', at: second(1) } as const;
        await subject.deliveries.add([{ event, hooks: [hook.id] }]);
        for (const each of await subject.take())
          await subject.settle(each, { status: 500, due: second(15), answer: 'no' });
        const announce = announcedTo(hook.id);
        await changeOne(subject.leads, 'lead-1', to('Won'), announce);
        await subject.collectAll();

        const [newest, ...older] = await subject.deliveries.ofLead('lead-1', 9);
        const moved = statusChanged(deal, { status: 'Won', at: second(9) });
        expect(newest).toMatchObject({ hookId: 'hook_1', event: moved, tries: [], due: second(9) });
        expect(older.map(({ hookId }) => hookId).sort()).toEqual(['hook_1', 'hook_2']);
        expect(older.find(({ hookId }) => hookId === hook.id)).toEqual({
          hookId: hook.id,
          event: leadReceived(deal),
          tries: [
            {
              at: second(11),
              status: 500,
              duration: 34,
              answer: 'no',
              error: REFUSED,
            },
          ],
          due: second(15),
        });
        expect(await subject.deliveries.ofLead('lead-1', 1)).toEqual([newest]);
        expect(await subject.deliveries.ofLead('nobody', 9)).toEqual([]);
      },
    );

    it('can be replayed, by its event or since a time, whatever became of it', async () => {
      await subject.received('lead-1', { receivedAt: second(1) });
      await subject.received('lead-2', { receivedAt: second(2) });
      for (const each of await subject.take()) await subject.settle(each);
      const replay = (which: Replayed) => subject.deliveries.replay(hook.id, which, second(20));
      expect(await replay({ eventId: 'evt_lead-1_received' })).toBe(1);
      expect(await replay({ eventId: 'evt_nobody' })).toBe(0);
      expect(idsOf(await subject.take(second(20)))).toEqual(['evt_lead-1_received']);
      expect(await replay({ since: second(2) })).toBe(1);
      expect(idsOf(await subject.take(second(20)))).toEqual(['evt_lead-2_received']);
    });

    it('can be replayed if it did not arrive, from the oldest on, and by a replay that was cut off', async () => {
      for (const n of [1, 2, 3, 4, 5]) await subject.received(`lead-${n}`, { receivedAt: second(n) });
      const [givenUp, arrived, retried, later] = await subject.take(second(10), 4);
      await subject.settle(givenUp, { status: 500 });
      await subject.settle(arrived);
      await subject.settle(retried, { status: 500, due: second(900) });
      await subject.settle(later, { status: 500, due: second(30) });
      const [again] = await subject.take(second(30), 1); // lead-5, which was never tried
      await subject.settle(again, { status: 500, due: second(900) });
      const [delivered] = await subject.take(second(30), 1);
      await subject.settle(delivered);

      const { deliveries } = subject;
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
      expect(idsOf(await subject.take(second(40))).toSorted(), cause).toEqual(ids);
    });

    it('begins to count its tries anew when it is replayed, and keeps the old ones', async () => {
      await subject.received('lead-1');
      for (const now of [10, 15]) {
        const [each] = await subject.take(second(now));
        await subject.settle(each, { status: 500, at: second(now), due: second(15) });
      }
      const [underWay] = await subject.take(second(16));
      await subject.deliveries.replay(hook.id, { eventId: 'evt_lead-1_received' }, second(20));
      await subject.settle(underWay); // too late
      const [again] = await subject.take(second(20));
      const cause = 'tries count since the last replay; those before stay among the attempts';
      expect(again, cause).toMatchObject({ tries: 0 });
      await subject.settle(again, { status: 500, at: second(20), due: second(25) });
      expect(await subject.take(second(25)), cause).toMatchObject([{ tries: 1 }]);
      const log = await subject.attempts();
      expect(
        log.map(({ at }) => at),
        cause,
      ).toEqual([second(20), second(15), second(10)]);
    });

    it('tells since when the longest due one waits', async () => {
      await subject.received('lead-1', { receivedAt: second(3) });
      const oldest = (now: Date) => subject.deliveries.oldestDue([hook.id, 'nobody'], now);
      const cause = 'an event that nobody has collected waits, too, since its `at`';
      expect(await oldest(second(9)), cause).toEqual(second(3));
      await subject.collectAll();
      expect(await oldest(second(2))).toBeUndefined();
      expect(await oldest(second(9))).toEqual(second(3));
    });
  });
}
