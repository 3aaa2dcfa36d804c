import { beforeEach, expect, it } from 'vitest';
import type { Ticket, Tickets } from '../src/operators/application/ports/outbound/tickets.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { inexact } from './lookalikes.ts';

/** An empty store of tickets. */
export interface TicketsUnderTest extends UnderTest<Tickets> {
  readonly tickets: Tickets;
}

/** Tests all that the port `Tickets` promises. `open` is called for each test. */
export const ticketsContract = contractOf<TicketsUnderTest>(['tickets'], (suite) => {
  let tickets: Tickets;
  beforeEach(() => {
    tickets = suite.current().tickets;
  });

  it('finds what was kept under exactly its digest', async () => {
    const on = { since: new Date(Date.UTC(2026, 10, 2)), device: 'telephone', isOwn: true } as const;
    const session = ticket('a', { holder: 'per_1', name: 'Grace Höpper', role: 'sales', ...on });
    const signIn = ticket('b', { kind: 'sign-in', proof: '{"state":"x"}', goal: '/leads?open=1' });
    const plan = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => 1_780_000_000_000 + n)); // a large sheet
    const question = ticket('q', { kind: 'question', holder: 'per_1', goal: '/leads/move', plan });
    for (const each of [session, signIn, question]) await tickets.keep(each);
    expect(await tickets.find(session.digest)).toEqual(session);
    expect(await tickets.find(signIn.digest)).toEqual(signIn);
    expect(await tickets.find(question.digest)).toEqual(question);
    for (const other of ['', 'a', session.digest.toUpperCase(), `${session.digest} `, digestOf('c')]) {
      expect([other, await tickets.find(other)], inexact).toEqual([other, undefined]);
      expect([other, await tickets.take(other)], inexact).toEqual([other, undefined]);
    }
    expect(await tickets.find(session.digest)).toEqual(session); // finding it again is possible
  });

  it('is taken once, and then gone', async () => {
    const made = { had: 'viewer', since: new Date(Date.UTC(2026, 10, 2)) } as const;
    const link = ticket('a', { kind: 'link', holder: 'grace', name: 'Grace', role: 'admin', ...made });
    await tickets.keep(link);
    await tickets.keep(ticket('b'));
    expect(await tickets.take(link.digest)).toEqual(link);
    expect(await tickets.take(link.digest), 'a ticket that was taken is gone').toBeUndefined();
    expect(await tickets.find(link.digest)).toBeUndefined();
    expect(await tickets.find(digestOf('b'))).toEqual(ticket('b'));
  });

  it('is taken by exactly one of many at once', async () => {
    const other = (await suite.current().another?.()) ?? tickets;
    for (const text of ['a', 'b', 'c']) {
      await tickets.keep(ticket(text));
      const calls = Array.from({ length: 20 }, (_, n) => (n % 2 ? other : tickets).take(digestOf(text)));
      const taken = (await Promise.all(calls)).filter((each) => each !== undefined);
      expect(taken, 'a link opened several sessions: find and remove it in one step').toEqual([ticket(text)]);
    }
  });

  it('lists sessions, and nothing else', async () => {
    const [one, two] = [ticket('a', { holder: 'per_1', name: 'Grace' }), ticket('b', { holder: 'per_1' })];
    for (const each of [one, two]) await tickets.keep(each);
    await tickets.keep(ticket('c', { kind: 'link', holder: 'per_1' }));
    await tickets.keep(ticket('d', { kind: 'sign-in' }));
    const found = (await tickets.sessions()).toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
    expect(found).toEqual([one, two]);
    await tickets.take(one.digest);
    expect(await tickets.sessions()).toEqual([two]);
  });

  it('ends for one holder with all that they have, and for nobody else', async () => {
    for (const text of ['a', 'b']) await tickets.keep(ticket(text, { holder: 'grace' }));
    await tickets.keep(ticket('c', { kind: 'link', holder: 'grace' }));
    const others = [
      ticket('d', { holder: 'Grace' }),
      ticket('e', { holder: 'grace ' }),
      ticket('f', { kind: 'sign-in' }),
    ];
    for (const each of others) await tickets.keep(each);
    expect(await tickets.takeAllOf('grace')).toBe(3);
    expect(await tickets.takeAllOf('grace')).toBe(0);
    expect(await tickets.takeAllOf('')).toBe(0);
    for (const text of ['a', 'b', 'c']) expect(await tickets.find(digestOf(text))).toBeUndefined();
    for (const each of others) expect(await tickets.find(each.digest), inexact).toEqual(each);
  });

  it('ends for one holder with those of one kind alone', async () => {
    await tickets.keep(ticket('a', { holder: 'grace' }));
    for (const text of ['b', 'c']) await tickets.keep(ticket(text, { kind: 'link', holder: 'grace' }));
    await tickets.keep(ticket('d', { kind: 'link', holder: 'ada' }));
    expect(await tickets.takeAllOf('grace', 'link')).toBe(2);
    expect(await tickets.find(digestOf('a')), 'a session of the holder is no link').toBeDefined();
    expect(await tickets.find(digestOf('d')), inexact).toBeDefined();
  });

  suite.shared('is found and ended by another process', async (other) => {
    await tickets.keep(ticket('a', { holder: 'grace' }));
    const cause =
      'another process does not find it: it was kept in the adapter alone, or remembered from before';
    expect(await other.find(digestOf('a')), cause).toEqual(ticket('a', { holder: 'grace' }));
    expect(await other.takeAllOf('grace'), cause).toBe(1);
    expect(await tickets.find(digestOf('a')), cause).toBeUndefined();
  });

  suite.unreachable(async () => {
    let count = 0;
    return {
      keep: () => {
        count += 1;
        return tickets.keep(ticket(`kept ${count}`));
      },
      find: () => tickets.find(digestOf('a')),
      take: () => tickets.take(digestOf('a')),
      sessions: () => tickets.sessions(),
      takeAllOf: () => tickets.takeAllOf('nobody'),
    };
  });
});

const digestOf = (text: string): string => Buffer.from(text.padEnd(32, '~')).toString('hex');

/** A session that is valid in all tests. */
const ticket = (text: string, given: Partial<Ticket> = {}): Ticket => ({
  digest: digestOf(text),
  kind: 'session',
  expires: new Date(Date.UTC(2100, 0, 1)),
  holder: undefined,
  name: undefined,
  role: undefined,
  proof: undefined,
  goal: undefined,
  plan: undefined,
  ...given,
});
