import { expect, it } from 'vitest';
import { readConfig, settings } from '../../src/bootstrap/config.ts';

it('a blank setting is unset', () => {
  const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']));
  expect(readConfig(blank)).toEqual(readConfig({}));
});
