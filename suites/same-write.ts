import { expect, it } from 'vitest';
import type { Suite } from './contract.ts';
import { adasDeal, announcedTo, changeOne, second, to } from './operator-samples.ts';
import { newLead } from './samples.ts';
import { announcing, hook, type WebhooksSubject } from './webhooks-subject.ts';
import type { WebhookStore, WebhooksUnderTest } from './webhooks-under-test.ts';

/** Enough writers to catch a store that writes lead and event apart. */
const WRITERS = 20;
/** The numbers of acknowledged writes after which the store is broken off. */
const ACKNOWLEDGED = [30, 71, 113];

/**
 * Tests that an event is kept in the same write as its lead. While many leads are added or moved, the store is
 * broken off; then another process checks that each kept lead has its event, and that there are no other
 * events.
 */
export function keptTogether(subject: WebhooksSubject, { without }: Suite<WebhooksUnderTest>): void {
  if (without.length > 0) return;

  const cause = 'a lead and its event were written one after the other: keep both in one write';

  const toldOf = async ({ deliveries }: WebhookStore): Promise<string[]> => {
    while (await deliveries.collect());
    const order = { hookId: hook.id, now: second(30), limit: 100_000, leaseEnds: second(50), lease: 'all' };
    const taken = await deliveries.take(order);
    return taken.flatMap(({ event }) => ('leadId' in event ? event.leadId : [])).toSorted();
  };

  /** Lets writers write one lead after the other until the store is broken off under them; then mends it. */
  async function brokenOff(write: (name: string) => Promise<unknown>): Promise<void> {
    for (const wanted of ACKNOWLEDGED) {
      let acknowledged = 0;
      let isOver = false;
      const mends: (() => Promise<void>)[] = [];
      const writer = async (number: number): Promise<void> => {
        for (let n = 0; !isOver; n += 1) {
          await write(`${wanted}-${number}-${n}`).then(
            () => {
              acknowledged += 1;
            },
            () => {}, // it may have been written nevertheless
          );
          if (isOver || acknowledged < wanted) continue;
          isOver = true;
          const mend = await subject.store.breakDown?.();
          if (mend) mends.push(mend);
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n)));
      if (mends.length === 0) return;
      for (const mend of mends) await mend();
    }
  }

  it('a lead is kept together with its event, or not at all', async ({ skip }) => {
    if (!subject.store.breakDown || !subject.store.another)
      return skip('open() offers no breakDown() or another()');
    await brokenOff((name) => {
      const deal = adasDeal({ id: `lead-${name}` });
      return subject.crm.addLead({ ...newLead(deal), announced: announcing(deal) });
    });
    const other = await subject.another();
    const kept = (await other.leads?.deals({ limit: 100_000 })) ?? [];
    expect(kept.length, 'too little was written before the store broke down').toBeGreaterThan(WRITERS);
    expect(await toldOf(other), cause).toEqual(kept.map(({ id }) => id).toSorted());
  });

  it('a move is kept together with its event, or not at all', async ({ skip }) => {
    if (!subject.store.breakDown || !subject.store.another)
      return skip('open() offers no breakDown() or another()');
    const waiting = Array.from({ length: 1_000 }, (_, n) => adasDeal({ id: `lead-${n}` }));
    await Promise.all(waiting.map((each) => subject.crm.addLead(newLead(each))));
    await brokenOff(async () => {
      const next = waiting.pop();
      if (!next) throw new Error('there are too few leads');
      return changeOne(subject.leads, next.id, to('Won'), announcedTo(hook.id));
    });
    const other = await subject.another();
    const moved = (await other.leads?.deals({ status: 'Won', limit: 100_000 })) ?? [];
    expect(moved.length, 'too little was written before the store broke down').toBeGreaterThan(WRITERS);
    expect(await toldOf(other), cause).toEqual(moved.map(({ id }) => id).toSorted());
  });
}
