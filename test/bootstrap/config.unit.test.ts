import { expect, it } from 'vitest';
import { InvalidConfig, readConfig, settings } from '../../src/bootstrap/config.ts';

it('a blank setting is unset', () => {
  const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']));
  expect(readConfig(blank)).toEqual(readConfig({}));
});

it.each(['prod', 'Production', ' production'])('APP_ENV is not %j', (APP_ENV) => {
  expect(() => readConfig({ APP_ENV })).toThrow(InvalidConfig);
  expect(() => readConfig({ APP_ENV })).toThrow(/^APP_ENV must be sandbox or production$/);
});
