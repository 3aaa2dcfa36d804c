import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonBreak } from '../../../../src/adapters/inbound/http/json-break.ts';

function errorOf(text: string): Error | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Where Node's own message says that it is, if it does. */
const placeIn = ({ message }: Error) => {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return line && { line: Number(line), column: Number(column) };
};

it.each([
  ['{"a":1,}', 1, 8, false],
  ['{"a": x}', 1, 7, false],
  ['[1,]', 1, 4, false],
  ['{} {}', 1, 4, false],
  ['“a”', 1, 1, false],
  ['{"a":True}', 1, 6, false],
  ['{"a":"x\ny"}', 1, 8, false],
  ['{"a":1,\r\n"b" 2}', 2, 5, false],
  ['{"a":"x', 1, 8, true],
  ['{\n"a":', 2, 5, true],
  ['', 1, 1, true],
])('%j is no JSON at line %i, column %i', (text, line, column, isEnd) => {
  const error = errorOf(text) as Error;
  expect(jsonBreak(text)).toEqual({ line, column, isEnd });
  expect(placeIn(error) ?? { line, column }).toEqual({ line, column });
});

it('any JSON that is cut off ends too early, and one with a stray sign breaks off there or later', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('?', "'", '\u0001', '“'), (json, at, sign) => {
      const place = at % (json.length + 1);
      const cut = json.slice(0, place);
      if (errorOf(cut)) expect(jsonBreak(cut).isEnd || /[-.\deE\\a-z]$/i.test(cut), cut).toBe(true);
      const spoiled = `${cut}${sign}${json.slice(place)}`;
      if (!errorOf(spoiled)) return;
      const { line, column } = jsonBreak(spoiled);
      expect([line, column > place - 6], spoiled).toEqual([1, true]); // an escape or a word is read as a whole
    }),
  );
});
