import { expect, it } from 'vitest';
import { InvalidConfig, readConfig, settings } from '../../src/bootstrap/config.ts';

it('a blank setting is unset', () => {
  const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']));
  expect(readConfig(blank)).toEqual(readConfig({}));
});

it('white space around a setting is not part of it: secrets often end with a newline', () => {
  const { MONGODB_URI, APP_ENV } = readConfig({
    MONGODB_URI: ' mongodb://127.0.0.1/leads\n',
    APP_ENV: 'production\n',
  });
  expect([MONGODB_URI, APP_ENV]).toEqual(['mongodb://127.0.0.1/leads', 'production']);
});

it.each([
  ['PORT', ['x', '-1', '65536'], 'must be a whole number from 0 to 65535'],
  ['REQUEST_TIMEOUT_MS', ['999', '300001'], 'must be a whole number from 1000 to 300000'],
  [
    'PUBLIC_URL',
    [
      ...['foo', 'ftp://leads.example.com/v1', 'https://leads.example.com', 'https://leads.example.com/V1'],
      ...['https://v1', 'https://leads.example.com/?/v1', 'https://leads.example.com/#/v1'],
    ],
    'must be a URL that begins with https:// or http:// and ends in /v1',
  ],
])('a wrong %s is one mistake', (name, values, rule) => {
  for (const value of values) {
    expect(() => readConfig({ [name]: value })).toThrow(new InvalidConfig(`${name} ${rule}`));
  }
});

it.each(['prod', 'Production'])('APP_ENV is not %j', (APP_ENV) => {
  expect(() => readConfig({ APP_ENV })).toThrow(InvalidConfig);
  expect(() => readConfig({ APP_ENV })).toThrow(/^APP_ENV must be sandbox or production$/);
});
