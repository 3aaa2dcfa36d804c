import { expect, it } from 'vitest';
import type { Subscriptions } from '../src/operators/application/events/ports/subscriptions.ts';
import type { Subscription } from '../src/operators/domain/events/subscription.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { byId } from './samples.ts';

/** An empty store of the devices on which people are told. */
export interface SubscriptionsUnderTest extends UnderTest<Subscriptions> {
  readonly subscriptions: Subscriptions;
}

/** Tests all that the port `Subscriptions` promises. `open` is called for each test. */
export const subscriptionsContract = contractOf<SubscriptionsUnderTest>(['subscriptions'], (suite) => {
  const kept = () => suite.current().subscriptions;
  const all = async (from = kept()) => byId(await from.all()).map((each) => ({ ...each }));

  it('keeps each device once, as it was kept last, and removes one and no other', async () => {
    const [one, two] = [aDevice('a'), aDevice('b', { wishes: { leads: 'none', promises: true } })];
    for (const each of [two, one, two]) await kept().keep(each);
    expect(await all()).toEqual([one, two]);
    const moved = { ...one, person: 'per_2', session: 'session-2', created: new Date(9) };
    await kept().keep(moved);
    expect(await all()).toEqual([moved, two]);
    for (const id of ['dev_c', '', 'DEV_A', 'dev_a', 'dev_a']) await kept().remove(id);
    expect(await all()).toEqual([two]);
  });

  suite.shared('is known at once to another process', async (other) => {
    await kept().keep(aDevice('a'));
    expect(await all(other)).toEqual([aDevice('a')]);
    await other.remove('dev_a');
    expect(await all()).toEqual([]);
  });

  suite.unreachable(async () => ({
    keep: () => kept().keep(aDevice('a')),
    all: () => kept().all(),
    remove: () => kept().remove('dev_a'),
  }));
});

/** A device with the keys of a browser (RFC 8291, appendix A). */
export const aDevice = (text: string, given: Partial<Subscription> = {}): Subscription => ({
  id: `dev_${text}`,
  person: 'per_1',
  session: 'session-1',
  created: new Date(0),
  endpoint: `https://push.example/send/${text}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  wishes: { leads: 'ours', promises: true },
  ...given,
});
