import { expect, it } from 'vitest';
import type { WorkedDeal } from '../operators/domain/work/worked-deal.ts';
import type { Suite } from './contract.ts';
import { adasDeal, adasLead, announcedTo, changeOne, second, to } from './operator-samples.ts';
import { announcing, hook, type WebhooksSubject } from './webhooks-subject.ts';
import type { WebhookStore, WebhooksUnderTest } from './webhooks-under-test.ts';

/** How many write at the same time: some of them are always between one write and the next, if there are two. */
const WRITERS = 20;
/** After how many writes the store is broken off. */
const ACKNOWLEDGED = [30, 71, 113];

/**
 * An event is kept in the same write as what it tells of. While many leads come in or are moved, the store is broken off;
 * then another process looks whether each that was written has its event, and no other has one.
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

  /** Has writers write one after the other until the store is broken off under them; then mends it. */
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

  async function dealsOfAda(): Promise<(id: string) => WorkedDeal> {
    const contactId = await subject.crm.upsertContact(adasLead().customer);
    return (id) => adasDeal({ id, contactId });
  }

  it('a lead is kept together with its event, or not at all', async ({ skip }) => {
    if (!subject.store.breakDown || !subject.store.another)
      return skip('open() offers no breakDown() or another()');
    const deal = await dealsOfAda();
    await brokenOff((name) => {
      const added = deal(`lead-${name}`);
      return subject.crm.addDeal(added, announcing(added));
    });
    const other = await subject.another();
    const kept = (await other.leads?.deals({ limit: 100_000 })) ?? [];
    expect(kept.length, 'too little was written before the store broke down').toBeGreaterThan(WRITERS);
    expect(await toldOf(other), cause).toEqual(kept.map(({ id }) => id).toSorted());
  });

  it('a move is kept together with its event, or not at all', async ({ skip }) => {
    if (!subject.store.breakDown || !subject.store.another)
      return skip('open() offers no breakDown() or another()');
    const deal = await dealsOfAda();
    const waiting = Array.from({ length: 1_000 }, (_, n) => deal(`lead-${n}`));
    await Promise.all(waiting.map((each) => subject.crm.addDeal(each)));
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
