import { expect, it } from 'vitest';
import { fieldsOn } from '../../../../../src/operators/adapters/inbound/presentation/fields.ts';
import { operations } from '../../../../../src/operators/adapters/inbound/presentation/operations.ts';
import { TimeZone } from '../../../../../src/operators/domain/time-zone.ts';

const calendar = { clock: () => new Date(), timeZone: TimeZone.own() };
const commands = operations.flatMap(({ command, ...operation }) =>
  command ? [{ ...operation, ...command }] : [],
);

it('calls each command by words of its own, for all that the path names and for fields alone', () => {
  for (const { words, path, query, body } of commands) {
    const named = [...words.matchAll(/[<[](\w+)(?:\.\.\.)?[>\]]/g)].map(([, name = '']) => name);
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    expect(named, words).toEqual([...new Set([...parts, ...named])]);
    const fields = Object.keys({ ...fieldsOn(query, calendar), ...fieldsOn(body, calendar) });
    expect(fields, words).toEqual(expect.arrayContaining(named.filter((name) => !parts.includes(name))));
  }
  const names = commands.map(({ words }) => words.replace(/ [<[].*/, ''));
  expect(names).toEqual([...new Set(names)]);
});

it('gives examples of the command itself', () => {
  for (const { words, examples } of commands)
    for (const example of examples)
      expect(example).toMatch(new RegExp(`^${words.replace(/ [<[].*/, '')}\\b`));
});
