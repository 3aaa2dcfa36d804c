import { expect, it } from 'vitest';
import { pathAndQuery, pathOf } from '../../../../src/adapters/inbound/http/request-target.ts';

it.each([
  ['/v1/x?a=/b', 'of Bun without a Host'],
  ['http://127.0.0.1:3000/v1/x?a=/b', 'of any runtime'],
  [
    'http://127.0.0.1:3000http://other.example/v1/x?a=/b',
    'of @whatwg-node/server after an absolute request line',
  ],
  ['HTTP://[::1]:3000/v1/x?a=http://b.example/c?d', 'with an address in its query'],
])('the path of %s, %s', (url) => expect(pathOf(url)).toBe('/v1/x'));

it.each(['http://127.0.0.1:3000', 'http://127.0.0.1:3000?a', 'http://a.example/?'])(
  'the path of %s is a slash',
  (url) => expect(pathOf(url)).toBe('/'),
);

it('a target keeps its query, and has no fragment', () => {
  expect(pathAndQuery('https://a.example/v1/x?b=c://d#e')).toBe('/v1/x?b=c://d%23e');
  expect(pathAndQuery('/v1/x?b=http://c.example/')).toBe('/v1/x?b=http://c.example/');
});
