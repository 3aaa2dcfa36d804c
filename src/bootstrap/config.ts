import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { baseUrlRule, isBaseUrl } from '../adapters/inbound/http/openapi/base-urls.ts';
import { pathPrefixShape } from '../adapters/inbound/lambda/lambda-request.ts';
import { MalformedStaticKeys, StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
import { parseNetwork } from '../adapters/outbound/webhooks/hook-address.ts';
import { deskRoles } from '../domain/desk-role.ts';

function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, rule),
    v.transform(Number),
    v.minValue(min, rule),
    v.maxValue(max, rule),
  );
}

const baseUrl = v.pipe(v.string(), v.check(isBaseUrl, baseUrlRule));

const webAddressRule =
  'must be a valid URL that begins with https:// or http:// and has no user name, ? or #';

const webAddress = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:\/\/[^?#@]+$/.test(text), webAddressRule),
);

/** Ends in a slash. */
const origin = v.pipe(
  webAddress,
  v.transform((text) => (URL.canParse(text) ? new URL(text).href : text)),
  v.check((text) => !/[^/:]\/./.test(text), 'must be a host alone, without a path'),
);

const staticKeys = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return StaticKeys.parse(dataset.value);
    } catch (error) {
      if (!(error instanceof MalformedStaticKeys)) throw error;
      addIssue({ message: `is malformed: ${error.message}` });
      return NEVER;
    }
  }),
);

const networks = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return dataset.value.split(',').map(parseNetwork);
    } catch {
      addIssue({ message: 'must be networks such as 10.1.0.0/16, separated by commas' });
      return NEVER;
    }
  }),
);

const scopeRule = 'must be words with spaces between, openid among them';

const scope = v.pipe(
  v.string(),
  v.regex(/^[!#-[\]-~]+( +[!#-[\]-~]+)*$/, scopeRule), // RFC 6749, 3.3
  v.check((text) => text.split(/ +/).includes('openid'), scopeRule),
);

/** A word of the provider may have `=` in it, but no comma. */
const roleWords = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const entries = dataset.value.split(',').map((entry) => {
      const { word, role } = /^\s*(?<word>.*?)\s*=\s*(?<role>\w+)\s*$/.exec(entry)?.groups ?? {};
      return [word ?? '', deskRoles.find((each) => each === role)] as const;
    });
    const words = entries.flatMap(([word, role]) => (word && role ? [[word, role] as const] : []));
    if (words.length === entries.length) return words;
    addIssue({
      message: 'must look like leads-sales=sales,leads-admins=admin; roles are viewer, sales, admin',
    });
    return NEVER;
  }),
);

/** The desk's usual port. */
export const DESK_PORT = 3001;

/** Every setting: what it means, what values it may have, and its default. The descriptions give the units. */
export const settings = {
  PORT: v.pipe(
    v.optional(wholeNumber(0, 65_535), '3000'),
    v.description('Port to listen on; 0 takes any free port.'),
  ),
  HOST: v.pipe(
    v.optional(v.string(), '127.0.0.1'),
    v.description('Address to listen on; 0.0.0.0 for every interface.'),
  ),
  APP_ENV: v.pipe(
    v.optional(v.picklist(['sandbox', 'production'], 'must be sandbox or production'), 'sandbox'),
    v.description(
      'sandbox: certain @sandbox.test addresses are special, /docs can send, keys begin with lead_test_. production: none of that, keys begin with lead_live_, and MONGODB_URI is required (or a durable store of your own).',
    ),
  ),
  MONGODB_URI: v.pipe(
    v.optional(
      v.pipe(v.string(), v.regex(/^mongodb(\+srv)?:\/\/./, 'must start with mongodb:// or mongodb+srv://')),
    ),
    v.description(
      'Where leads are stored; its path names the database (default partner_leads). If unset: in memory, lost with the process.',
    ),
  ),
  API_KEYS: v.pipe(
    v.optional(staticKeys),
    v.description(
      'Fixed API keys as vendor:key,vendor2:key2, in addition to those issued on the command line. Characters outside ASCII have to arrive as UTF-8.',
    ),
  ),
  HOOK_KEY: v.pipe(
    v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
    v.description(
      'What the secrets of webhooks are made from: 32 random characters or more, the same for servers and command line. Required for webhooks in production.',
    ),
  ),
  HOOK_KEY_OLD: v.pipe(
    v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
    v.description(
      'While HOOK_KEY is being replaced: the key before it. Both sign until this one is removed.',
    ),
  ),
  HOOK_ALLOW: v.pipe(
    v.optional(networks),
    v.description(
      'Networks that your own webhooks may reach although they are not public, also by plain http: 10.1.0.0/16,fd00::/8. A sandbox allows this machine.',
    ),
  ),
  SANDBOX_HOOK: v.pipe(
    v.optional(v.string()),
    v.description(
      'In memory and without API_KEYS only: where the vendor of the printed key gets its events, to try webhooks out: http://127.0.0.1:4000/.',
    ),
  ),
  LOG_LEVEL: v.pipe(
    v.optional(
      v.picklist(
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        'must be trace, debug, info, warn, error, fatal or silent',
      ),
      'info',
    ),
    v.description(
      'info: each request but health checks that succeed; debug: those too; or warn, error, silent. trace means debug, fatal silent.',
    ),
  ),
  RATE_LIMIT_PER_MINUTE: v.pipe(
    v.optional(wholeNumber(0, 1_000_000), '0'),
    v.description('Requests per minute that each vendor may send to each process; 0 for no limit.'),
  ),
  REQUEST_TIMEOUT_MS: v.pipe(
    v.optional(wholeNumber(1_000, 300_000), '30000'),
    v.description(
      'Milliseconds that a client has to send its complete request; half of it, and at most 10 s, for the headers.',
    ),
  ),
  KEEP_ALIVE_TIMEOUT_MS: v.pipe(
    v.optional(wholeNumber(1_000, 3_600_000), '65000'),
    v.description('Milliseconds that an idle connection is kept: a proxy in front must close it first.'),
  ),
  PUBLIC_URL: v.pipe(
    v.optional(baseUrl),
    v.description('Base URL of production to list in the API description, ending in /v1.'),
  ),
  SANDBOX_URL: v.pipe(
    v.optional(baseUrl),
    v.description('Base URL of the sandbox to list in the API description, ending in /v1.'),
  ),
  METRICS_PORT: v.pipe(
    v.optional(wholeNumber(0, 65_535)),
    v.description(
      'Port that serves /metrics for Prometheus; 0 takes any free port. If unset, metrics are off.',
    ),
  ),
  METRICS_HOST: v.pipe(
    v.optional(v.string(), '127.0.0.1'),
    v.description('Address to serve /metrics on; one that vendors cannot reach.'),
  ),
  DESK_PORT: v.pipe(
    v.optional(wholeNumber(0, 65_535)),
    v.description(
      'Port of the operators’ desk; 0 takes any free port. If unset, the desk is off, but in a sandbox without MONGODB_URI on 3001.',
    ),
  ),
  DESK_HOST: v.pipe(
    v.optional(v.string(), '127.0.0.1'),
    v.description('Address to serve the desk on; one that only a proxy with TLS can reach.'),
  ),
  DESK_URL: v.pipe(
    v.optional(origin),
    v.description(
      'Where operators open the desk: https://desk.example.com. If unset: on this machine, http://127.0.0.1 with DESK_PORT.',
    ),
  ),
  DESK_OIDC_ISSUER: v.pipe(
    v.optional(webAddress),
    v.description(
      'OpenID Connect provider where operators sign in to the desk. If unset, only links from the command line let them in.',
    ),
  ),
  DESK_OIDC_CLIENT_ID: v.pipe(v.optional(v.string()), v.description('Id of the desk at the provider.')),
  DESK_OIDC_CLIENT_SECRET: v.pipe(
    v.optional(v.string()),
    v.description('Secret of the desk at the provider.'),
  ),
  DESK_OIDC_SCOPE: v.pipe(
    v.optional(scope, 'openid profile email'),
    v.description('What the desk asks the provider for. Some give groups only for the scope groups.'),
  ),
  DESK_OIDC_CLAIM: v.pipe(
    v.optional(v.string(), 'roles'),
    v.description(
      'Claim of the provider that names somebody’s roles, in a list or a text; it may be a path: realm_access.roles.',
    ),
  ),
  DESK_OIDC_ROLES: v.pipe(
    v.optional(roleWords),
    v.description(
      'Which word of that claim gives which role: leads-sales=sales,leads-admins=admin. If unset, the words are viewer, sales and admin.',
    ),
  ),
  AWS_LAMBDA_HTTP_ENDPOINT: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(?:\[[\da-fA-F:]+\]|[^\s:[\]]+):\d{1,5}$/, 'must look like 127.0.0.1:8080'),
        v.transform((text) => {
          const { host = '', port } = /^\[?(?<host>.*?)\]?:(?<port>\d+)$/.exec(text)?.groups ?? {};
          return { host, port: Number(port) };
        }),
      ),
    ),
    v.description(
      'Set by Lambda’s Web Functions: where to listen, in place of HOST and PORT. The server then drains within one second.',
    ),
  ),
  LAMBDA_PATH_PREFIX: v.pipe(
    v.optional(
      v.pipe(v.string(), v.regex(pathPrefixShape, 'must look like /prod, without a trailing slash')),
    ),
    v.description('On Lambda: what precedes /v1 in the path of events, such as a named stage.'),
  ),
} as const;

/** Each may also come from a file: the one that the variable with `_FILE` after its name names. */
export const secretSettings = [
  'MONGODB_URI',
  'API_KEYS',
  'HOOK_KEY',
  'HOOK_KEY_OLD',
  'DESK_OIDC_CLIENT_SECRET',
] as const satisfies (keyof typeof settings)[];

const isSecure = (url: string | undefined): boolean => url === undefined || url.startsWith('https:');

/** Whether nothing but this machine reaches what listens there. */
export const isThisMachine = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host);

const secureRule = 'must begin with https:// in production';

const togetherRule = 'goes with DESK_OIDC_ISSUER: set both or neither';

const Settings = v.pipe(
  v.object(settings),
  v.forward(
    v.partialCheck(
      [['PORT'], ['METRICS_PORT']],
      ({ PORT, METRICS_PORT }) => !METRICS_PORT || METRICS_PORT !== PORT,
      'must differ from PORT',
    ),
    ['METRICS_PORT'],
  ),
  v.forward(
    v.partialCheck(
      [['PORT'], ['METRICS_PORT'], ['DESK_PORT']],
      ({ PORT, METRICS_PORT, DESK_PORT }) => !DESK_PORT || ![PORT, METRICS_PORT].includes(DESK_PORT),
      'must differ from PORT and METRICS_PORT',
    ),
    ['DESK_PORT'],
  ),
  v.forward(
    v.partialCheck(
      [['HOOK_KEY'], ['HOOK_KEY_OLD']],
      ({ HOOK_KEY, HOOK_KEY_OLD }) =>
        HOOK_KEY_OLD === undefined || (HOOK_KEY !== undefined && HOOK_KEY !== HOOK_KEY_OLD),
      'goes with a HOOK_KEY that differs from it',
    ),
    ['HOOK_KEY_OLD'],
  ),
  v.forward(
    v.partialCheck(
      [['DESK_OIDC_ISSUER'], ['DESK_OIDC_CLIENT_ID']],
      ({ DESK_OIDC_ISSUER, DESK_OIDC_CLIENT_ID }) => !DESK_OIDC_ISSUER === !DESK_OIDC_CLIENT_ID,
      togetherRule,
    ),
    ['DESK_OIDC_CLIENT_ID'],
  ),
  v.forward(
    v.partialCheck(
      [['DESK_OIDC_ISSUER'], ['DESK_OIDC_CLIENT_SECRET']],
      ({ DESK_OIDC_ISSUER, DESK_OIDC_CLIENT_SECRET }) => !DESK_OIDC_ISSUER === !DESK_OIDC_CLIENT_SECRET,
      togetherRule,
    ),
    ['DESK_OIDC_CLIENT_SECRET'],
  ),
  v.forward(
    v.partialCheck(
      [['APP_ENV'], ['DESK_OIDC_ISSUER']],
      ({ APP_ENV, DESK_OIDC_ISSUER }) => APP_ENV !== 'production' || isSecure(DESK_OIDC_ISSUER),
      secureRule,
    ),
    ['DESK_OIDC_ISSUER'],
  ),
  v.forward(
    v.partialCheck(
      [['APP_ENV'], ['DESK_URL']],
      ({ APP_ENV, DESK_URL }) => APP_ENV !== 'production' || isSecure(DESK_URL),
      secureRule,
    ),
    ['DESK_URL'],
  ),
  v.forward(
    v.partialCheck(
      [['APP_ENV'], ['DESK_URL'], ['DESK_OIDC_ISSUER']],
      ({ APP_ENV, DESK_URL, DESK_OIDC_ISSUER }) =>
        APP_ENV !== 'production' || !DESK_OIDC_ISSUER || DESK_URL !== undefined,
      'is required with DESK_OIDC_ISSUER in production: the provider sends people back there',
    ),
    ['DESK_URL'],
  ),
  v.forward(
    v.partialCheck(
      [['APP_ENV'], ['DESK_HOST'], ['DESK_URL']],
      ({ APP_ENV, DESK_HOST, DESK_URL }) =>
        APP_ENV !== 'production' || DESK_URL !== undefined || isThisMachine(DESK_HOST),
      'is required with a DESK_HOST that other machines reach: the address of the proxy with TLS',
    ),
    ['DESK_URL'],
  ),
);

/** The settings, checked and in their units. */
export type Config = v.InferOutput<typeof Settings>;

/** What the settings have to know of a store that they do not name. */
interface OwnStore {
  readonly name: string;
  readonly durable: boolean;
}

/** The settings cannot be used. The message never quotes a value, which may be a secret. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
}

/** If not, resolves to the names of the options that are not accepted, if it is due to them. */
export type AcceptsUri = (uri: string) => true | readonly string[] | Promise<true | readonly string[]>;

/** Settings as text, by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment, without surrounding white space; blank means unset. `store` asks the driver
 * about MONGODB_URI, as its own message would quote parts of that; or it is one of your own, for which MONGODB_URI is
 * not read. Throws InvalidConfig with one line per mistake.
 */
export async function readConfig(env: Environment, store: AcceptsUri | OwnStore): Promise<Config> {
  const given = Object.fromEntries(Object.keys(settings).map((name) => [name, settingOf(env, name)]));
  const mistakes: string[] = [];
  const unread = new Set<string | null>();
  for (const name of secretSettings) {
    try {
      given[name] = secretOf(env, name);
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error;
      given[name] = undefined;
      mistakes.push(error.message);
      unread.add(name);
    }
  }
  const own = typeof store === 'function' ? undefined : store;
  if (own) given.MONGODB_URI = undefined;
  const read = v.safeParse(Settings, given);
  const issues = (read.issues ?? []).filter((issue) => !unread.has(v.getDotPath(issue)));
  const called = (name: string | null) => (settingOf(env, `${name}_FILE`) ? `${name}_FILE` : name);
  mistakes.push(...issues.map((issue) => `${called(v.getDotPath(issue))} ${issue.message}`));
  const isDurable = own ? own.durable : given.MONGODB_URI !== undefined || unread.has('MONGODB_URI');
  if (given.APP_ENV === 'production' && !isDurable) mistakes.push(lostInProduction(own));
  const isUriListed = issues.some((issue) => v.getDotPath(issue) === 'MONGODB_URI');
  if (given.MONGODB_URI && !isUriListed && typeof store === 'function') {
    const accepted = await store(given.MONGODB_URI);
    if (accepted !== true) mistakes.push(`${called('MONGODB_URI')} ${whyNotAccepted(accepted)}`);
  }
  if (read.success && mistakes.length === 0) return read.output;
  throw new InvalidConfig(mistakes.join('\n'));
}

const lostInProduction = (store: OwnStore | undefined): string =>
  store
    ? `APP_ENV cannot be production with this store (${store.name}): its leads are lost with the process`
    : 'MONGODB_URI is required with APP_ENV=production: leads kept in memory are lost with the process';

const whyNotAccepted = (options: readonly string[]): string =>
  options.length > 0
    ? `has options that MongoDB’s driver does not accept: check the name and value of ${options.join(', ')}`
    : 'is not a valid MongoDB connection string: check for a misspelt option, a % or @ in the password that is not percent-encoded, or a dot in the database’s name';

const settingOf = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined;

/** From the environment, or from a file. Throws InvalidConfig if there are both, or nothing in the file. */
function secretOf(env: Environment, name: (typeof secretSettings)[number]): string | undefined {
  const value = settingOf(env, name);
  const path = settingOf(env, `${name}_FILE`);
  if (!path) return value;
  if (value) throw new InvalidConfig(`${name} and ${name}_FILE are both set: remove one of them`);
  const text = textOf(path, name);
  if (text.trim() === '') throw new InvalidConfig(`${name}_FILE names a file that is empty`);
  return name === 'API_KEYS' ? entryPerLine(text) : text.trim();
}

/** Blank lines and comments stay as blank entries, so that an entry's number is that of its line. */
const entryPerLine = (text: string): string =>
  text
    .split(/\r\n|[\r\n]/)
    .map((line) => (line.trim().startsWith('#') ? '' : line))
    .join(',');

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidConfig(`${name}_FILE names a file that cannot be read (${code})`);
  }
}
