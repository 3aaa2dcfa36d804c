import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nameWords } from '../../../../src/domain/name.ts';
import { Refused } from '../../../../src/operators/domain/refused.ts';
import { KnownPeople, PersonNotMeant } from '../../../../src/operators/domain/work/known-people.ts';
import type { Person } from '../../../../src/operators/domain/work/person.ts';
import { newPersonName } from '../../../../src/operators/domain/work/person-name.ts';
import { openAccount } from '../../../../src/operators/domain/work/vendor-account.ts';

const id = (digit: number | string) => `per_${String(digit).repeat(32)}`;
const person = (digit: number, name: string, given: Partial<Person> = {}): Person => ({
  ...({ id: id(digit), name, email: undefined, role: 'sales', seen: undefined } as const),
  ...given,
});

function notMeant(known: KnownPeople, given: string) {
  try {
    known.meant(given);
  } catch (error) {
    if (error instanceof PersonNotMeant)
      return [error.reason, error.candidates.map((each) => each.name), error.given];
    throw error;
  }
  return undefined;
}

describe('a name', () => {
  const jose = person(1, 'José  Núñez', { email: 'jose@example.com' });
  const known = new KnownPeople([jose, person(2, 'Ada Weiß'), person(3, 'Bob')]);

  it.each([
    ['another case', 'JOSÉ NÚÑEZ'],
    ['decomposed accents', 'José Núñez'.normalize('NFD')],
    ['capitals of decomposed accents', 'JOSÉ NÚÑEZ'.normalize('NFD')],
    ['a no-break space', 'José\u00a0Núñez'],
    ['white space around it, and more of it within', '\t José \u2003 Núñez\n'],
    ['what nobody sees', 'Jo\u200bsé \u2060Núñez\ufeff'],
    ['an id', id(1)],
    ['an id in capitals', id(1).toUpperCase()],
  ])('means the same person with %s', (_, given) => {
    expect(known.meant(given)).toBe(jose);
  });

  it('means the same in capitals that no small letter has, and another with other letters', () => {
    expect(known.meant('ADA WEISS').name).toBe('Ada Weiß');
    expect(notMeant(known, 'Jose Nunez')).toEqual(['unknown-person', ['José  Núñez'], 'Jose Nunez']);
  });

  it('longer than any is refused without being composed, whose work is the square of the marks on one letter', () => {
    const long = `a${'\u0301\u0323'.repeat(600)}`;
    const normalize = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => normalize.mockRestore());
    expect(notMeant(known, long)?.[0]).toBe('unknown-person');
    expect(() => newPersonName(long)).toThrow(Refused);
    expect(() => openAccount('ven_1', long, new Date())).toThrow(Refused);
    expect(nameWords(long).length).toBeGreaterThan(0);
    expect(normalize.mock.contexts.filter((text) => String(text).length > 1_024)).toEqual([]);
  });

  it('that nobody has is refused with who may be meant, or else with who there is', () => {
    expect(notMeant(known, 'bobby')).toEqual(['unknown-person', ['Bob'], 'bobby']);
    expect(notMeant(known, 'Zoë')?.[1]).toEqual(['Ada Weiß', 'Bob', 'José  Núñez']);
    expect(notMeant(known, id(9))?.[0]).toBe('unknown-person');
    expect(notMeant(known, ' ')?.[0]).toBe('unknown-person');
    const many = new KnownPeople(
      Array.from({ length: 99 }, (_, n) => person(1, `Ann ${n}`, { id: `per_${n}` })),
    );
    expect(notMeant(many, 'ann')?.[1]).toHaveLength(10);
    expect(() => new KnownPeople([]).meant('Ada')).toThrow('Nobody is known yet');
  });

  it.each(['nobody', 'None', 'ME', ' me-or-nobody ', 'null'])('is none that is reserved: %s', (word) => {
    const so = new KnownPeople([person(1, word, { email: 'a@example.com' })]);
    expect(notMeant(so, word)).toEqual(['unknown-person', [], word]);
    expect(so.meant(so.named[0]?.name ?? '').id).toBe(id(1)); // as it is told
    expect(() => newPersonName(word)).toThrow('nobody can be called so');
  });

  it('of two is refused with both, each of whom is meant by what is told of them, or by an id', () => {
    const two = [person(1, 'Ada', { email: 'a@example.com' }), person(2, 'ada')];
    const known = new KnownPeople([...two, person(3, 'Bob')]);
    const names = ['Ada (a@example.com)', 'ada (no email)'];
    expect(notMeant(known, 'ADA')).toEqual(['several-people', names, 'ADA']);
    for (const [at, name] of names.entries()) expect(known.meant(name.toUpperCase())).toBe(two[at]);
    expect(known.meant(id(2))).toBe(two[1]);
    expect(known.meant('Ada', two[0])).toBe(two[1]);
  });

  it('means whoever has not left, and who has only if nobody else is called so', () => {
    const left = person(1, 'Ada', { left: new Date() });
    expect(new KnownPeople([left, person(2, 'Ada')]).meant('Ada').id).toBe(id(2));
    expect(new KnownPeople([left]).meant('Ada')).toBe(left);
  });
});

describe('two that were linked', () => {
  const account = person(1, 'Grace B. Hopper', { email: 'grace@example.com' });
  const known = new KnownPeople([
    person(2, 'Grace Hopper', { is: id(1) }),
    account,
    person(3, 'Gracie', { is: id(2) }),
  ]);

  it('are one person, by each name and id that one of them had', () => {
    expect(known.all).toEqual([account]);
    for (const given of ['Grace B. Hopper', 'grace hopper', 'Gracie', id(1), id(2), id(3)])
      expect(known.meant(given)).toBe(account);
    expect(new Set(known.idsOf(id(3)))).toEqual(new Set([id(1), id(2), id(3)]));
    expect([known.idOf(id(3)), known.nameOf(id(2))]).toEqual([id(1), 'Grace B. Hopper']);
    expect(known.idsOf('per_of_nobody')).toEqual(['per_of_nobody']);
  });

  it('with an id that nobody has are as they were', () => {
    const alone = person(1, 'Grace', { is: id(9) });
    expect(new KnownPeople([alone]).all).toEqual([alone]);
  });

  it('from both sides at once are one, whom all agree on', () => {
    const ring = [
      person(1, 'A', { is: id(2) }),
      person(2, 'B', { is: id(1) }),
      person(3, 'C', { is: id(2) }),
    ];
    for (const records of [ring, ring.toReversed()])
      expect(new KnownPeople(records).all.map((each) => each.id)).toEqual([id(1)]);
  });
});

it('somebody new is called as others would write it, and not like an id', () => {
  expect(newPersonName(` Jose\u0301 \u00a0 Núñez `)).toBe('José Núñez');
  for (const name of ['per_1', 'TOK_1', id(1)]) expect(() => newPersonName(name)).toThrow('reserved for ids');
  for (const name of ['', ' ', 'x'.repeat(101), 'a\nb']) expect(() => newPersonName(name)).toThrow();
});
