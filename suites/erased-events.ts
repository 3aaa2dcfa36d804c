import { describe, expect, it } from 'vitest';
import { forgetCustomer, type WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';
import { adasDeal, second } from './operator-samples.ts';
import { idsOf, type WebhooksSubject } from './webhooks-subject.ts';

/** Tests that events of an erased customer, and receivers' answers to them, contain nothing personal. */
export function erasedEvents(subject: WebhooksSubject): void {
  describe.each(subject.isOperated ? (['lead', 'contact'] as const) : [])('with an erased %s', (erased) => {
    const quoting = { status: 400, answer: 'duplicate customer ada@example.com', due: second(15) };
    const letGo =
      'an erasure lets the lease of a delivery go, and leaves it due when that lease would have ended';
    const answers = async () => (await subject.attempts()).map((attempt) => [attempt.leadId, attempt.answer]);
    const erase = ({ id, contactId }: WorkedDeal) =>
      erased === 'lead'
        ? subject.erasure.eraseLead(id, second(20))
        : subject.erasure.erase(contactId, second(20));

    it('no body of an event has anything of it, also if the event was taken before', async () => {
      const deal = await subject.received('lead-1', { externalId: 'A-1' });
      const other = await subject.another();
      const deals = () =>
        Promise.all([subject.store, other].map(({ deliveries }) => deliveries.deal('lead-1')));
      expect(await subject.take()).toHaveLength(1);
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
      const deal = await subject.received('lead-1');
      const { customer } = adasDeal({ id: 'other' }, { email: 'bob@example.com' });
      await subject.received('lead-2', { customer });
      for (const each of await subject.take()) await subject.settle(each, quoting);
      await erase(deal);
      const cause = 'what receivers answered goes with the lead it was about, and with no other';
      expect((await answers()).sort(), cause).toEqual([
        ['lead-1', undefined],
        ['lead-2', quoting.answer],
      ]);
      expect(await subject.take(second(15))).toMatchObject([{ tries: 1 }, { tries: 1 }]);
    });

    it('nothing is kept of a try that is under way; its event is due again when the lease ends', async () => {
      const deal = await subject.received('lead-1');
      const [underWay] = await subject.take(second(10));
      await erase(deal);
      await subject.settle(underWay, quoting);
      expect(await answers(), letGo).toEqual([]);
      expect(await subject.take(second(29)), letGo).toEqual([]);
      expect(idsOf(await subject.take(second(31))), letGo).toEqual(['evt_lead-1_received']);
    });

    it('goes what an erasure left that was interrupted, if it is repeated', async () => {
      const deal = await subject.received('lead-1');
      await erase(deal);
      for (const each of await subject.take()) await subject.settle(each, quoting);
      await erase(deal);
      const cause = 'a repeated erasure forgets answers, too, although its deal is erased already';
      expect(await answers(), cause).toEqual([['lead-1', undefined]]);
    });
  });
}
