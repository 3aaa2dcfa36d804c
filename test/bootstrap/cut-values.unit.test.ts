import { expect, it } from 'vitest';
import { namesOfCutValues } from '../../src/bootstrap/cut-values.ts';

it.each([
  'API_KEYS=acme:sesa#me',
  'export API_KEYS=acme:sesa#me',
  'API_KEYS=acme:sesa #me',
  'API_KEYS=#sesame',
  "API_KEYS='acme:ses'ame",
  'LOG_LEVEL="info"\nAPI_KEYS="acme:sesa#me',
  'API_KEYS=acme:"sesa#me"',
])('a value would be cut in %j', (text) => {
  expect(namesOfCutValues(text)).toEqual(['API_KEYS']);
});

it('comments and whole values in quotes are none that would be cut', () => {
  const text = `# a#b="c\nPORT=none # d#e\nLOG_LEVEL="info" # f\nMONGODB_URI='x # y#z'\nAPI_KEYS= # none\n`;
  expect(namesOfCutValues(text)).toEqual([]);
});
