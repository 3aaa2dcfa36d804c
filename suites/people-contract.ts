import { beforeEach, expect, it } from 'vitest';
import type { People } from '../src/operators/application/ports/outbound/people.ts';
import type { Person } from '../src/operators/domain/work/person.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { byId } from './samples.ts';

/** An empty store of people. */
export interface PeopleUnderTest extends UnderTest<People> {
  readonly people: People;
}

/** Tests all that the port `People` promises. `open` is called for each test. */
export const peopleContract = contractOf<PeopleUnderTest>(['people'], (suite) => {
  let people: People;
  beforeEach(() => {
    people = suite.current().people;
  });

  const all = async (from = people) => byId(await from.all()).map((person) => ({ ...person }));

  it('keeps people as they were, and two of one name apart', async () => {
    expect(await people.all()).toEqual([]);
    const waitsFor = { email: 'ada@example.com', isExpected: true, order: 'digest' } as const;
    const ada = person('per_a', { ...waitsFor, role: 'admin', is: 'per_c' });
    const other = person('per_b', { name: '王 O’Neil 😀', seen: undefined });
    for (const each of [other, ada, person('per_c')]) await people.keep(each);
    expect(await all()).toEqual([ada, other, person('per_c')]);
  });

  it('puts what was last seen of somebody in place of what was seen before', async () => {
    await people.keep(person('per_a', { email: 'ada@example.com' }));
    await people.keep(person('per_A'));
    const later = person('per_a', {
      name: 'Ada King',
      role: 'admin',
      seen: new Date('2026-12-01T10:00:00Z'),
    });
    await people.keep(later);
    const cause = 'everybody is kept once, as last seen; ids are compared character by character';
    expect(await all(), cause).toEqual([person('per_A'), later]);
  });

  it('adds somebody who is not known, and leaves everybody else as they are', async () => {
    const ada = person('per_a', { role: 'admin', left: new Date('2026-11-26T10:00:00Z') });
    await people.keep(ada);
    const named = { name: 'Bob', role: undefined, seen: undefined, order: 'digest' };
    const added: boolean[] = [];
    for (const id of ['per_a', 'per_b', 'per_b']) added.push(await people.add(person(id, named)));
    const cause = 'add() must not change whoever is known, and says whether it added somebody';
    expect(added, cause).toEqual([false, true, false]);
    expect(await all(), cause).toEqual([ada, person('per_b', named)]);
  });

  it('adds one, also if several are added under one id at once', async () => {
    const other = (await suite.current().another?.()) ?? people;
    const names = Array.from({ length: 20 }, (_, n) => `Ada ${n}`);
    const added = await Promise.all(
      names.map((name, n) => (n % 2 ? other : people).add(person('per_a', { name }))),
    );
    const cause = 'of all calls at once, one adds somebody, and says so';
    expect(added.filter(Boolean), cause).toEqual([true]);
    expect(await all(), cause).toEqual([person('per_a', { name: names[added.indexOf(true)] as string })]);
  });

  it('has one of each, also if one person signs in many times at once', async () => {
    const other = (await suite.current().another?.()) ?? people;
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? other : people).keep(person('per_a', { name: `Ada ${n}` })),
      ),
    );
    const cause = 'one person was kept twice: make the id unique in the store';
    expect(await all(), cause).toEqual([person('per_a', { name: expect.stringMatching(/^Ada \d+$/) })]);
  });

  suite.shared('is read by another process', async (other) => {
    await people.keep(person('per_a'));
    expect(await all(other), 'it was kept in the adapter alone').toEqual([person('per_a')]);
  });

  suite.unreachable(async () => {
    return {
      keep: () => people.keep(person('per_a')),
      add: () => people.add(person('per_b')),
      all: () => people.all(),
    };
  });
});

const person = (id: string, given: Partial<Person> = {}): Person => ({
  id,
  name: 'Ada',
  email: undefined,
  role: 'sales',
  seen: new Date('2026-11-25T10:00:00Z'),
  ...given,
});
