import { beforeEach, expect, it } from 'vitest';
import type { Subscriptions } from '../operators/application/ports/outbound/subscriptions.ts';
import type { Subscription } from '../operators/domain/events/subscription.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { byId } from './samples.ts';

/** An empty store of the devices on which people are told. */
export interface SubscriptionsUnderTest extends UnderTest<Subscriptions> {
  readonly subscriptions: Subscriptions;
}

/** Tests all that the port `Subscriptions` promises. `open` is called for each test. */
export const subscriptionsContract = contractOf<SubscriptionsUnderTest>(['subscriptions'], (suite) => {
  let subscriptions: Subscriptions;
  beforeEach(() => {
    subscriptions = suite.current().subscriptions;
  });

  const all = async (from = subscriptions) => byId(await from.all()).map((each) => ({ ...each }));

  it('keeps each device once, as it was kept last', async () => {
    const [one, two] = [aDevice('a'), aDevice('b', { wishes: { leads: 'none', promises: true } })];
    for (const each of [two, one, two]) await subscriptions.keep(each);
    expect(await all()).toEqual([one, two]);
    const moved = { ...one, person: 'per_2', session: 'session-2', created: new Date(9) };
    await subscriptions.keep(moved);
    expect(await all()).toEqual([moved, two]);
  });

  it('removes one and no other, and forgives an unknown one', async () => {
    for (const text of ['a', 'b']) await subscriptions.keep(aDevice(text));
    for (const id of ['dev_c', '', 'DEV_A', 'dev_a', 'dev_a']) await subscriptions.remove(id);
    expect(await all()).toEqual([aDevice('b')]);
  });

  suite.shared('is known at once to another process', async (other) => {
    await subscriptions.keep(aDevice('a'));
    expect(await all(other)).toEqual([aDevice('a')]);
    await other.remove('dev_a');
    expect(await all()).toEqual([]);
  });

  suite.unreachable(async () => ({
    keep: () => subscriptions.keep(aDevice('a')),
    all: () => subscriptions.all(),
    remove: () => subscriptions.remove('dev_a'),
  }));
});

/** A device with the keys of a browser. */
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
