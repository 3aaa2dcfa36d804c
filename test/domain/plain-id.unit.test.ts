import { expect, it } from 'vitest';
import { plainId } from '../../src/domain/plain-id.ts';

it.each([
  ['019A5B7E-7A41-7D0C-9F5E-3C6F7C1D2E3F', '019a5b7e-7a41-7d0c-9f5e-3c6f7c1d2e3f'],
  ['019a5b7E-7A41-7d0c-9F5e-3c6f7c1d2e3f', '019a5b7e-7a41-7d0c-9f5e-3c6f7c1d2e3f'],
  ['6B08BBDF54F79F64786E4445', '6b08bbdf54f79f64786e4445'],
  ['6B08BBDF54F79F64786E44450', '6B08BBDF54F79F64786E44450'],
  ['Lead-1', 'Lead-1'],
  ['019A5B7E7A417D0C9F5E3C6F7C1D2E3F', '019A5B7E7A417D0C9F5E3C6F7C1D2E3F'],
  [' 019A5B7E-7A41-7D0C-9F5E-3C6F7C1D2E3F', ' 019A5B7E-7A41-7D0C-9F5E-3C6F7C1D2E3F'],
  ['019A5B7E-7A41-7D0C-9F5E-3C6F7C1D2E3F\n', '019A5B7E-7A41-7D0C-9F5E-3C6F7C1D2E3F\n'],
])('reads a UUID, and an id of MongoDB, in any case, and nothing else: %j', (text, id) => {
  expect(plainId(text)).toBe(id);
});
