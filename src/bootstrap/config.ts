import * as v from 'valibot';
import { baseUrlRule, isBaseUrl } from '../adapters/inbound/http/openapi/base-urls.ts';
import { pathPrefixShape } from '../adapters/inbound/lambda/lambda-request.ts';
import { MalformedStaticKeys, StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
import { parseNetwork } from '../adapters/outbound/webhooks/hook-address.ts';
import { deskRoles } from '../domain/desk-role.ts';
import { TimeZone } from '../domain/time-zone.ts';

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

const timeZone = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const zone = TimeZone.parse(dataset.value);
    if (!zone) addIssue({ message: 'must be the name of a time zone, such as America/New_York' });
    return zone ?? NEVER;
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
  TIME_ZONE: v.pipe(
    v.optional(timeZone),
    v.description(
      'Where the business is, for operators: when its days and months begin, and the times that they read: America/New_York. If unset: as TZ says, or the machine.',
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
  DELIVERIES: v.pipe(
    v.optional(v.picklist(['here', 'elsewhere'], 'must be here or elsewhere'), 'here'),
    v.description(
      'Who delivers to webhooks. here: each server, beside its other work. elsewhere: only processes started with npm run deliver.',
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
      v.picklist(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
      'info',
    ),
    v.description(
      'info: each request but health checks that succeed; debug: those too; or warn, error, silent.',
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

/** All of them, each by itself. */
export const Settings = v.object(settings);

/** The settings, checked and in their units. */
export type Config = v.InferOutput<typeof Settings>;

/** Where the business is. Vendors' requests need none, and making one takes time of a cold start. */
export const timeZoneOf = ({ TIME_ZONE }: Config): TimeZone => TIME_ZONE ?? TimeZone.own();
