import { describe, expect, it } from 'vitest';
import { answerGoalOf, settings } from '../../src/bootstrap/config.ts';
import { doubtsAbout } from '../../src/bootstrap/config-rules.ts';
import { InvalidConfig, readConfig } from '../../src/bootstrap/read-config.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';

const read = (env: Record<string, string | undefined>) => readConfig(env, storeBySettings.acceptsUri);

it('a blank setting is unset', async () => {
  const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']));
  expect(await read(blank)).toEqual(await read({}));
});

it('white space around a setting is not part of it: secrets often end with a newline', async () => {
  const { MONGODB_URI, APP_ENV } = await read({
    MONGODB_URI: ' mongodb://127.0.0.1/leads\n',
    APP_ENV: 'production\n',
  });
  expect([MONGODB_URI, APP_ENV]).toEqual(['mongodb://127.0.0.1/leads', 'production']);
});

it.each([
  ['PORT', ['x', '-1', '65536'], 'must be a whole number from 0 to 65535'],
  ['METRICS_PORT', ['-1', '65536'], 'must be a whole number from 0 to 65535'],
  ['REQUEST_TIMEOUT_MS', ['999', '300001'], 'must be a whole number from 1000 to 300000'],
  ['KEEP_ALIVE_TIMEOUT_MS', ['999', '3600001'], 'must be a whole number from 1000 to 3600000'],
  ['ANSWER_WITHIN', ['1', '0h', '1h30m', '8d', '-1h'], 'must look like 30m, 1h or 1d, up to 7d'],
  [
    'DAYS_OFF',
    ['2027-02-29', '2026-12-25,', '25.12.2026', '2026-12-25 2026-12-26', '12-25'],
    'must be days on the calendar, such as 2026-12-25,2027-01-01',
  ],
  ['DESK_HOURS', ['8-20', 'Mo-Fr'], 'is malformed: entry 1 is not of the form Mo-Fr 08:00-20:00'],
  [
    'PUBLIC_URL',
    [
      ...[
        'foo',
        'ftp://leads.example.com/v1',
        'https://leads.example.com',
        'https://leads.example.com/V1',
        'https://leads.example.com/v1/',
      ],
      ...[
        'https://ada:sesame@leads.example.com/v1',
        'https://v1',
        'https://leads.example.com/?/v1',
        'https://leads.example.com/#/v1',
      ],
    ],
    'must be a valid URL that begins with https:// or http://, has no user name and ends in /v1',
  ],
])('a wrong %s is one mistake', async (name, values, rule) => {
  for (const value of values) {
    await expect(read({ [name]: value })).rejects.toThrow(new InvalidConfig(`${name} ${rule}`));
  }
});

it('leads are kept in one place, on Lambda in no file, and in production in one that lasts', async () => {
  const [DATA_FILE, MONGODB_URI] = ['leads.db', 'mongodb://127.0.0.1/leads'];
  const APP_ENV = 'production';
  expect(await read({ DATA_FILE, APP_ENV })).toMatchObject({ DATA_FILE });
  await expect(read({ DATA_FILE, MONGODB_URI })).rejects.toThrow(/^DATA_FILE names another place [^\n]*$/);
  for (const lost of [undefined, 'memory'])
    await expect(read({ DATA_FILE: lost, APP_ENV })).rejects.toThrow(
      /^MONGODB_URI or DATA_FILE is required [^\n]*$/,
    );
  const AWS_LAMBDA_HTTP_ENDPOINT = '127.0.0.1:8080';
  const onLambda = read({ DATA_FILE, AWS_LAMBDA_HTTP_ENDPOINT });
  await expect(onLambda).rejects.toThrow(/^DATA_FILE cannot be a file on Lambda[^\n]*$/);
});

it('metrics have a port of their own; any free one is always another', async () => {
  const rule = new InvalidConfig('METRICS_PORT must differ from PORT');
  await expect(read({ PORT: '4001', METRICS_PORT: '4001' })).rejects.toThrow(rule);
  expect(await read({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ PORT: 0, METRICS_PORT: 0 });
});

it('a setting with a mistake breaks no other rule', async () => {
  const HOOK_KEY_OLD = '2'.repeat(32);
  await expect(read({ HOOK_KEY: 'short', HOOK_KEY_OLD })).rejects.toThrow(/^HOOK_KEY [^\n]*$/);
});

it('DESK_HOURS goes with TIME_ZONE in production', async () => {
  const DESK_HOURS = 'Mo-Fr 08:00-20:00';
  const server = { APP_ENV: 'production', MONGODB_URI: 'mongodb://127.0.0.1/leads' };
  expect((await read({ DESK_HOURS })).DESK_HOURS).toHaveLength(5);
  expect(await read({ ...server, DESK_HOURS, TIME_ZONE: 'Europe/Berlin' })).toMatchObject(server);
  await expect(read({ ...server, DESK_HOURS })).rejects.toThrow(/^DESK_HOURS goes with TIME_ZONE [^\n]*$/);
  const DAYS_OFF = '2026-12-25';
  await expect(read({ ...server, DAYS_OFF })).rejects.toThrow(/^DAYS_OFF goes with TIME_ZONE [^\n]*$/);
});

it('DAYS_OFF are none of the DESK_HOURS, or of all hours', async () => {
  const [from, to] = [new Date('2026-12-24T00:00Z'), new Date('2026-12-29T00:00Z')]; // from Thursday to Monday
  const hours = async (given: object) => {
    const config = await read({ TIME_ZONE: 'UTC', DAYS_OFF: '2026-12-25, 2026-12-26', ...given });
    return answerGoalOf(config).elapsed(from, to) / 3_600_000;
  };
  expect(await hours({ DESK_HOURS: 'Mo-Fr 09:00-17:00' })).toBe(16);
  expect(await hours({})).toBe(3 * 24);
});

it('a TIME_ZONE that is no place is doubted', async () => {
  const doubts = async (TIME_ZONE: string) => doubtsAbout(await read({ TIME_ZONE }));
  expect(await doubts('America/New_York')).toEqual([]);
  expect(await doubts('UTC')).toEqual([]);
  expect(await doubts('-05:00')).toEqual([expect.stringMatching(/^TIME_ZONE is -05:00, which is no place/)]);
});

it('HOOK_KEY_OLD goes with another HOOK_KEY', async () => {
  const [HOOK_KEY, HOOK_KEY_OLD] = ['1'.repeat(32), '2'.repeat(32)];
  expect(await read({ HOOK_KEY, HOOK_KEY_OLD })).toMatchObject({ HOOK_KEY, HOOK_KEY_OLD });
  const rule = 'HOOK_KEY_OLD goes with a HOOK_KEY that differs from it';
  for (const given of [{ HOOK_KEY_OLD }, { HOOK_KEY, HOOK_KEY_OLD: HOOK_KEY }])
    await expect(read(given)).rejects.toThrow(new InvalidConfig(rule));
});

it('DESK_URL ends in a slash, however it is given', async () => {
  for (const DESK_URL of ['https://desk.example.com', 'https://desk.example.com/'])
    expect(await read({ DESK_URL })).toMatchObject({ DESK_URL: 'https://desk.example.com/' });
});

const withProvider = {
  DESK_OIDC_ISSUER: 'https://login.example.com/realm',
  DESK_OIDC_CLIENT_ID: 'desk',
  DESK_OIDC_CLIENT_SECRET: 'sesame',
};

describe('the desk', () => {
  it('has a port of its own', async () => {
    const rule = 'DESK_PORT must differ from PORT and METRICS_PORT';
    for (const env of [{ PORT: '4001' }, { METRICS_PORT: '4001' }])
      await expect(read({ ...env, DESK_PORT: '4001' })).rejects.toThrow(new InvalidConfig(rule));
    expect(await read({ PORT: '0', METRICS_PORT: '0', DESK_PORT: '0' })).toMatchObject({ DESK_PORT: 0 });
  });

  it.each(['ftp://desk.example.com', 'https://ada@desk.example.com', 'https://desk.example.com/?x', 'desk'])(
    'is not opened at %s',
    async (DESK_URL) => {
      await expect(read({ DESK_URL })).rejects.toThrow(/^DESK_URL must be a valid URL that [^\n]*$/);
    },
  );

  it('is opened at a host alone', async () => {
    await expect(read({ DESK_URL: 'https://example.com/desk' })).rejects.toThrow(
      new InvalidConfig('DESK_URL must be a host alone, without a path'),
    );
  });

  it('needs all three settings of a provider', async () => {
    for (const name of ['DESK_OIDC_CLIENT_ID', 'DESK_OIDC_CLIENT_SECRET'] as const) {
      const mistake = new InvalidConfig(`${name} goes with DESK_OIDC_ISSUER: set both or neither`);
      await expect(read({ ...withProvider, [name]: '' })).rejects.toThrow(mistake);
      await expect(read({ [name]: 'x' })).rejects.toThrow(mistake);
    }
    expect(await read(withProvider)).toMatchObject({ ...withProvider, DESK_OIDC_CLAIM: 'roles' });
  });

  it('says what to ask a provider for, and which of its words gives which role', async () => {
    expect(await read(withProvider)).toMatchObject({
      DESK_OIDC_SCOPE: 'openid profile email',
      DESK_OIDC_ROLES: undefined,
    });
    const given = {
      DESK_OIDC_SCOPE: 'openid  email groups',
      DESK_OIDC_ROLES: 'leads-sales=sales, Leads Admins = admin,/staff=viewer',
    };
    expect(await read(given)).toMatchObject({
      DESK_OIDC_SCOPE: 'openid  email groups',
      DESK_OIDC_ROLES: [
        ['leads-sales', 'sales'],
        ['Leads Admins', 'admin'],
        ['/staff', 'viewer'],
      ],
    });
    const named = '{"cn=sales,ou=groups": "sales", "cn=admins,ou=groups": "admin"}';
    expect((await read({ DESK_OIDC_ROLES: named })).DESK_OIDC_ROLES).toEqual([
      ['cn=sales,ou=groups', 'sales'],
      ['cn=admins,ou=groups', 'admin'],
    ]);
    for (const DESK_OIDC_SCOPE of [
      'profile email',
      'openidx',
      'openid "x"',
      'openid,email',
      'openid\u00a0email',
    ])
      await expect(read({ DESK_OIDC_SCOPE })).rejects.toThrow(/^DESK_OIDC_SCOPE must be words/);
    for (const DESK_OIDC_ROLES of [
      ...['sales', '=sales', 'a=', 'a=Sales', 'a=owner', 'a=sales,', 'ou=desk=viewer', 'cn=a,ou=b=sales'],
      ...['{}', '{"a": "owner"}', '{"": "sales"}', '{"a": ["sales"]}', '{"a": "sales"', '["a", "sales"]'],
    ])
      await expect(read({ DESK_OIDC_ROLES })).rejects.toThrow(/^DESK_OIDC_ROLES must look like [^\n]*$/);
  });

  it('is called by https in production, and its address is known to a provider', async () => {
    const production = { APP_ENV: 'production', MONGODB_URI: 'mongodb://127.0.0.1/leads' };
    const refused = (env: object, message: RegExp) =>
      expect(read({ ...production, ...env })).rejects.toThrow(message);
    await refused(
      { DESK_URL: 'http://desk.example.com' },
      /^DESK_URL must begin with https:.* in production$/,
    );
    await refused(withProvider, /^DESK_URL is required with DESK_OIDC_ISSUER in production: [^\n]*$/);
    const DESK_URL = 'https://desk.example.com/';
    await refused(
      { ...withProvider, DESK_URL, DESK_OIDC_ISSUER: 'http://login.example.com' },
      /^DESK_OIDC_ISSUER must begin with https:.* in production$/,
    );
    expect(await read({ ...production, ...withProvider, DESK_URL })).toMatchObject({ DESK_URL });
    expect(await read({ DESK_URL: 'http://127.0.0.1:3001' })).toMatchObject({
      DESK_URL: 'http://127.0.0.1:3001/',
    });
    for (const DESK_HOST of ['0.0.0.0', '192.0.2.1', 'localhost.example.com'])
      await refused(
        { DESK_HOST },
        /^DESK_URL is required with a DESK_HOST that other machines reach: [^\n]*$/,
      );
    for (const DESK_HOST of ['127.0.0.2', '::1', 'localhost'])
      expect(await read({ ...production, DESK_HOST })).toMatchObject({ DESK_HOST });
  });
});

it.each(['prod', 'Production'])('APP_ENV is not %j', async (APP_ENV) => {
  await expect(read({ APP_ENV })).rejects.toThrow(InvalidConfig);
  await expect(read({ APP_ENV })).rejects.toThrow(/^APP_ENV must be sandbox or production$/);
});

it.each([
  'mongodb://127.0.0.1/leads?j=true',
  'mongodb+srv://user:p%40ss@cluster.example.net/leads',
  'mongodb://h/leads?readPreference=secondaryPreferred&maxStalenessSeconds=120&readPreferenceTags=dc:ny',
  'mongodb://h/leads?retryWrites=true&w=majority&W=2&appName=&minPoolSize=500&maxPoolSize=x&wtimeoutMS=-1',
  'mongodb://h/leads?safe=true&slaveOk=true&fsync=true&readConcern=majority&readConcernLevel=x',
])('%s is a valid MONGODB_URI', async (MONGODB_URI) =>
  expect(await read({ MONGODB_URI })).toMatchObject({ MONGODB_URI }),
);

it.each([
  ['mongodb://ann:p%40@h/leads?retryWritess=sesame', 'retryWritess'],
  [
    'mongodb://h/leads?uuidRepresentation=sesame&maxConnecting=0&tls=true',
    'uuidRepresentation, maxConnecting',
  ],
  ['mongodb://h/leads?authMechanism=sesame', 'authMechanism'],
  ['mongodb://h/leads?replicaSet=', 'replicaSet'],
  ['mongodb://h/leads?tls=true&ssl=false', 'tls, ssl'],
  ['mongodb://h/leads?replicaSet=a&tls=true&replicaSet=sesame', 'replicaSet'],
  ['mongodb://a,b/leads?directConnection=true', 'directConnection'],
])('in %s, the options that cannot be accepted are named: %s', async (MONGODB_URI, names) => {
  await expect(read({ MONGODB_URI })).rejects.toThrow(
    new InvalidConfig(
      `MONGODB_URI has options that MongoDB’s driver does not accept: check the name and value of ${names}`,
    ),
  );
});

it('no part of a password is taken for the name of an option', async () => {
  for (const MONGODB_URI of ['mongodb://ann:a@b?sesame=1@h/leads', 'mongodb://ann:ses%ame?sesame=1@h/?w=1'])
    await expect(read({ MONGODB_URI })).rejects.toThrow(/^MONGODB_URI is not a valid (?!.*sesame)/);
});

it('a name that no database can have is a mistake', async () => {
  await expect(read({ MONGODB_URI: 'mongodb://127.0.0.1/x.y' })).rejects.toThrow(
    /^MONGODB_URI is not a valid/,
  );
});

/** The driver takes the options for the name, and ignores them: mongodb 7.9.0. */
it.each([
  'mongodb://ann:sesame@h/leads&tls=true',
  'mongodb://h/leads;w=0',
  'mongodb://h/leads=x?tls=true',
  'mongodb://h/my%20leads',
])('%s names no database: its options are forgotten with their question mark', async (MONGODB_URI) => {
  await expect(read({ MONGODB_URI })).rejects.toThrow(
    /^MONGODB_URI has &, =, ; or a blank in the name of the database(?!.*sesame)/,
  );
});

/** The driver drops what follows: mongodb 7.9.0. */
it.each(['mongodb://ann:sesame@h/leads?w=1#tls=true', 'mongodb://ann:sesame@h/leads#tls=true'])(
  '%s has options that nobody reads',
  async (MONGODB_URI) => {
    await expect(read({ MONGODB_URI })).rejects.toThrow(/^MONGODB_URI has a #(?!.*sesame)/);
  },
);

it('keys of AWS stand nowhere in the URI', async () => {
  const MONGODB_URI = 'mongodb://AKIA:sesame@h/leads?authSource=%24external&authMechanism=MONGODB-AWS';
  await expect(read({ MONGODB_URI })).rejects.toThrow(/^MONGODB_URI has AWS keys(?!.*(AKIA|sesame))/);
});

it.each(['mongodb:/x', 'mongodbs://h', 'http://h'])('%s is one mistake', async (MONGODB_URI) => {
  await expect(read({ MONGODB_URI })).rejects.toThrow(
    /^MONGODB_URI must start with mongodb:\/\/ or mongodb\+srv:\/\/$/,
  );
});

it('every mistake is reported at once, one that only the driver sees included', async () => {
  const env = { MONGODB_URI: 'mongodb://127.0.0.1/leads?bogus=1', LOG_LEVEL: 'zzz', PORT: 'q' };
  const mistakes = await read(env).catch((error: InvalidConfig) => error.message.split('\n'));
  expect(mistakes).toEqual([
    expect.stringMatching(/^PORT must be/),
    expect.stringMatching(/^LOG_LEVEL must be/),
    expect.stringMatching(/^MONGODB_URI has options that MongoDB’s driver does not accept: .* bogus$/),
  ]);
});
