import { expect, it } from 'vitest';
import { KnownPeople } from '../../../../src/operators/domain/work/known-people.ts';
import {
  authorName,
  authorNow,
  isSameAuthor,
  type Person,
  personName,
} from '../../../../src/operators/domain/work/person.ts';

const person = (id: string, name: string, email?: string, given: Partial<Person> = {}): Person => ({
  ...({ id, name, email, role: 'sales', seen: undefined } as const),
  ...given,
});
const namedApart = (people: readonly Person[]) => new KnownPeople(people).named;

it('people are called by their names, and those of one name also by email, or else by id', () => {
  const people = [
    person('per_4', 'Zoë', 'zoe@example.com'),
    person('per_1', 'Ada', 'ada@example.com'),
    person('per_2', 'ADA', 'lovelace@example.com'),
    person('per_3', 'Ada'),
    person('per_5', 'Bob', 'team@example.com'),
    person('per_6', 'Bob', 'team@example.com'),
  ];
  expect(namedApart(people)).toEqual(
    [
      ['per_1', 'Ada (ada@example.com)'],
      ['per_2', 'ADA (lovelace@example.com)'],
      ['per_3', 'Ada (no email)'],
      ['per_5', 'Bob (per_5)'],
      ['per_6', 'Bob (per_6)'],
      ['per_4', 'Zoë'],
    ].map(([id, name]) => ({ id, name, hasLeft: false, mayWork: true, ids: [id] })),
  );
});

it('nobody passes for another, or for nobody, by what they call themselves', () => {
  const people = [
    person('per_1', 'Ada', 'ada@example.com'),
    person('per_2', 'Ada', 'eve@example.com'),
    person('per_3', 'Ada (ada@example.com)', 'mallory@example.com'),
    person('per_4', 'Nobody', 'odysseus@example.com'),
    person('per_5', `per_${'1'.repeat(32)}`, 'eve@example.com'),
  ];
  const names = namedApart(people).map(({ name }) => name);
  expect(new Set(names).size).toBe(5);
  expect(personName('per_3', namedApart(people))).toContain('mallory@example.com');
  expect(personName('per_4', namedApart(people))).toBe('Nobody (odysseus@example.com)');
  expect(personName('per_5', namedApart(people))).toBe(`per_${'1'.repeat(32)} (eve@example.com)`);
});

it('whoever did it is known as today, and a program as then', () => {
  const people = namedApart([
    person('per_1', 'Ada King'),
    person('per_0', 'Ada', undefined, { is: 'per_1' }),
  ]);
  expect(authorName({ by: 'Ada Lovelace', byId: 'per_1' }, people)).toBe('Ada King');
  expect(authorNow({ by: 'Ada', byId: 'per_0' }, people)).toEqual({ by: 'Ada King', byId: 'per_1' });
  expect(authorName({ by: 'crm (token)', byId: 'tok_1' }, people)).toBe('crm (token)');
  expect(authorName({ by: 'Ada King' }, people)).toBe('Ada King');
  expect(isSameAuthor({ by: 'Ada', byId: 'per_1' }, { by: 'Ada', byId: 'per_2' })).toBe(false);
  expect(isSameAuthor({ by: 'Ada', byId: 'per_1' }, { by: 'Ada King', byId: 'per_1' })).toBe(true);
  expect(isSameAuthor({ by: 'Ada' }, { by: 'Ada', byId: 'per_1' })).toBe(false);
  expect(isSameAuthor({ by: 'key_1' }, { by: 'key_1' })).toBe(true);
});
