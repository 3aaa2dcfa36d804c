import { expect, it } from 'vitest';
import type { KeptLeads } from '../application/operators/ports/outbound/kept-leads.ts';
import { openHook } from '../domain/events/hook.ts';
import { leadReceived } from '../domain/events/lead-event.ts';
import { openDeal } from '../domain/intake/received-deal.ts';
import { type Deal, untouched } from '../domain/work/deal.ts';
import type { Suite } from './contract.ts';
import { adasLead, announcedTo, changeOne, second, to } from './operator-samples.ts';
import type { WebhookStore, WebhooksUnderTest } from './webhooks-under-test.ts';

/** How many write at the same time: some of them are always between one write and the next, if there are two. */
const WRITERS = 20;
/** After how many writes the store is broken off. */
const ACKNOWLEDGED = [30, 71, 113];

/**
 * An event is kept in the same write as what it tells of. While many leads come in or are moved, the store is broken off;
 * then another process looks whether each that was written has its event, and no other has one.
 */
export function keptTogether({ current: under, without }: Suite<WebhooksUnderTest>): void {
  if (without.length > 0) return;

  const cause = 'a lead and its event were written one after the other: keep both in one write';
  const hookId = 'hook_told';
  const hook = openHook({ id: hookId, url: 'https://a.example/', vendorId: undefined, created: second(0) });

  const toldOf = async ({ deliveries }: WebhookStore): Promise<string[]> => {
    while (await deliveries.collect());
    const order = { hookId, now: second(30), limit: 100_000, leaseEnds: second(50), lease: 'all' };
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
          const mend = await under().breakDown?.();
          if (mend) mends.push(mend);
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n)));
      if (mends.length === 0) return;
      for (const mend of mends) await mend();
    }
  }

  async function opened(): Promise<{ deal: (id: string) => Deal }> {
    await under().hooks.add(hook);
    const lead = adasLead();
    const contactId = await under().crm.upsertContact(lead.customer);
    const known = { contactId, vendorId: 'ven_1', receivedAt: second(0), idempotency: undefined };
    return { deal: (id) => untouched(openDeal(lead, { ...known, id })) };
  }

  it('a lead is kept together with its event, or not at all', async ({ skip }) => {
    if (!under().breakDown || !under().another) return skip('open() offers no breakDown() or another()');
    const { deal } = await opened();
    await brokenOff((name) => {
      const added = deal(`lead-${name}`);
      return under().crm.addDeal(added, [{ event: leadReceived(added), hooks: [hookId] }]);
    });
    const other = (await under().another?.()) ?? under();
    const kept = (await other.leads?.deals({ limit: 100_000 })) ?? [];
    expect(kept.length, 'too little was written before the store broke down').toBeGreaterThan(WRITERS);
    expect(await toldOf(other), cause).toEqual(kept.map(({ id }) => id).toSorted());
  });

  it('a move is kept together with its event, or not at all', async ({ skip }) => {
    if (!under().breakDown || !under().another) return skip('open() offers no breakDown() or another()');
    const { deal } = await opened();
    const waiting = Array.from({ length: 1_000 }, (_, n) => deal(`lead-${n}`));
    await Promise.all(waiting.map((each) => under().crm.addDeal(each)));
    await brokenOff(async () => {
      const next = waiting.pop();
      if (!next) throw new Error('there are too few leads');
      return changeOne(under().leads as KeptLeads, next.id, to('Won'), announcedTo(hookId));
    });
    const other = (await under().another?.()) ?? under();
    const moved = (await other.leads?.deals({ status: 'Won', limit: 100_000 })) ?? [];
    expect(moved.length, 'too little was written before the store broke down').toBeGreaterThan(WRITERS);
    expect(await toldOf(other), cause).toEqual(moved.map(({ id }) => id).toSorted());
  });
}
