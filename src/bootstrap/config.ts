import * as v from 'valibot';
import { pathPrefixShape } from '../adapters/inbound/lambda/lambda-request.ts';
import { TimeZone } from '../operators/domain/time-zone.ts';
import { AnswerGoal } from '../operators/domain/work/answer-goal.ts';
import { DeskHours, everyHour } from '../operators/domain/work/desk-hours.ts';
import {
  answerWithin,
  baseUrl,
  daysOff,
  endpoint,
  hookKey,
  locale,
  lostReasons,
  networks,
  origin,
  pushKey,
  pushSubject,
  roleWords,
  scope,
  staticKeys,
  timeZone,
  webAddress,
  weekHours,
  wholeNumber,
} from './setting-values.ts';

/** The desk's usual port. */
export const DESK_PORT = 3001;

const setting = <S extends v.GenericSchema>(description: string, schema: S) =>
  v.pipe(schema, v.description(description));

/** Every setting: its meaning and unit, its values, its default. */
export const settings = {
  PORT: setting('Port to listen on; 0: any free one.', v.optional(wholeNumber(0, 65_535), '3000')),
  HOST: setting('Address to listen on; 0.0.0.0 for every interface.', v.optional(v.string(), '127.0.0.1')),
  APP_ENV: setting(
    'sandbox: certain @sandbox.test addresses are special, /docs can send, keys begin with lead_test_. production: keys begin with lead_live_, and DATA_FILE or MONGODB_URI is required (or a durable store of your own).',
    v.optional(v.picklist(['sandbox', 'production'], 'must be sandbox or production'), 'sandbox'),
  ),
  MONGODB_URI: setting(
    'Where leads are stored; its path names the database (default partner_leads). If unset: in DATA_FILE.',
    v.optional(
      v.pipe(v.string(), v.regex(/^mongodb(\+srv)?:\/\/./, 'must start with mongodb:// or mongodb+srv://')),
    ),
  ),
  DATA_FILE: setting(
    'Without MONGODB_URI: the file of leads, on a disk of this machine, for all processes on it. memory: lost with the process. If unset: leads.db in a sandbox, in memory on Lambda.',
    v.optional(v.string()),
  ),
  TIME_ZONE: setting(
    'Where the business is: when its days and months begin, and the times that operators read: America/New_York. If unset: as TZ says, or the machine.',
    v.optional(timeZone),
  ),
  LOCALE: setting(
    'How the desk writes and reads times: en-GB (14:00, 21 Nov), en-US (2:00 PM, Nov 21), or that of another country. If unset: as en-GB, but 12/1 is in December.',
    v.optional(locale),
  ),
  DESK_HOURS: setting(
    'When somebody is there to answer customers: Mo-Fr 08:00-20:00, Sa 09:00-17:00, in TIME_ZONE. Only these hours count until an answer is late. If unset: all.',
    v.optional(weekHours),
  ),
  DAYS_OFF: setting(
    'Days on which nobody is there, whatever DESK_HOURS says: 2026-12-25,2027-01-01.',
    v.optional(daysOff),
  ),
  ANSWER_WITHIN: setting(
    'How soon a customer is to be answered: 30m, 1h or 1d, up to 7d. Later is late.',
    v.optional(answerWithin, '1h'),
  ),
  LOST_REASONS: setting(
    'Why leads are lost: code=Words shown, with commas between. ! before a code: it was no lead, and the win rate leaves it out.',
    v.optional(
      lostReasons,
      'price=Too expensive,elsewhere=Bought elsewhere,unreachable=Not reached,later=Not now,!test=Test,!spam=Spam,!duplicate=Duplicate',
    ),
  ),
  QUIET_HOUR: setting(
    'Of a file: the hour, in TIME_ZONE, in which erasures may write it again, if that would keep leads waiting for more than a second.',
    v.optional(wholeNumber(0, 23), '3'),
  ),
  RETENTION_MONTHS: setting(
    'For leads retention: the months after which the customers of leads that are Won or Lost are erased. If unset, the command needs --older-than.',
    v.optional(wholeNumber(1, 1_200)),
  ),
  API_KEYS: setting(
    'Fixed API keys as vendor:key,vendor2:key2, beside those issued on the command line. Characters outside ASCII have to arrive as UTF-8.',
    v.optional(staticKeys),
  ),
  HOOK_KEY: setting(
    'What the secrets of webhooks are made from: 32 random characters or more, the same everywhere. Production needs it for webhooks.',
    v.optional(hookKey),
  ),
  HOOK_KEY_OLD: setting(
    'While HOOK_KEY is replaced: the key before it. Both sign until this is removed.',
    v.optional(hookKey),
  ),
  HOOK_ALLOW: setting(
    'Networks that your own webhooks may reach though not public, also by plain http: 10.1.0.0/16,fd00::/8. A sandbox allows this machine.',
    v.optional(networks),
  ),
  PUSH_PUBLIC_KEY: setting(
    'As leads push keys prints it, for all programs: then devices can be told of leads.',
    v.optional(pushKey(65)),
  ),
  PUSH_PRIVATE_KEY: setting(
    'With the next two, for who delivers: its private half. Another pair ends all telling.',
    v.optional(pushKey(32)),
  ),
  PUSH_SUBJECT: setting(
    'Whom push services write to: mailto:it@example.com, or an https:// address.',
    v.optional(pushSubject),
  ),
  PUSH_SHOWS: setting(
    'What devices show of a lead: nothing, or a summary of vehicle, deal type and vendor.',
    v.optional(v.picklist(['nothing', 'summary'], 'must be nothing or summary'), 'nothing'),
  ),
  DELIVERIES: setting(
    'Who delivers to webhooks. here: each server. elsewhere: only processes started with npm run deliver.',
    v.optional(v.picklist(['here', 'elsewhere'], 'must be here or elsewhere'), 'here'),
  ),
  SETTINGS_FROM: setting(
    'Where these settings are, for leads doctor to say. npm, the unit and the Compose files set it.',
    v.optional(v.string()),
  ),
  LOG_LEVEL: setting(
    'info: each request but health checks that succeed; debug: those too; or warn, error, silent.',
    v.optional(
      v.picklist(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
      'info',
    ),
  ),
  RATE_LIMIT_PER_MINUTE: setting(
    'Requests per minute of each vendor to each process; 0 for no limit.',
    v.optional(wholeNumber(0, 1_000_000), '0'),
  ),
  SOURCE_LIMIT_PER_MINUTE: setting(
    'Forms per minute of each source of the kind form to each process; 0 for no limit.',
    v.optional(wholeNumber(0, 1_000_000), '60'),
  ),
  SOURCE_KEEP_DAYS: setting(
    'Days for which what a source sent is kept beside its leads, as it came; 0 for not at all.',
    v.optional(wholeNumber(0, 365), '90'),
  ),
  REQUEST_TIMEOUT_MS: setting(
    'Milliseconds for a client to send its whole request; half, at most 10 s, for the headers.',
    v.optional(wholeNumber(1_000, 300_000), '30000'),
  ),
  KEEP_ALIVE_TIMEOUT_MS: setting(
    'Milliseconds that an idle connection is kept: a proxy closes it first.',
    v.optional(wholeNumber(1_000, 3_600_000), '65000'),
  ),
  SHUTDOWN_DELAY_MS: setting(
    'Milliseconds that a process still serves after SIGTERM, at most, with 503 at /readyz. If unset: 5000 in production, 0 in a sandbox.',
    v.optional(wholeNumber(0, 600_000)),
  ),
  PUBLIC_URL: setting(
    'Base URL of production to list in the API description, ending in /v1.',
    v.optional(baseUrl),
  ),
  SANDBOX_URL: setting('The same of the sandbox.', v.optional(baseUrl)),
  METRICS_PORT: setting(
    'Port that serves /metrics for Prometheus; 0: any free one. If unset, none does.',
    v.optional(wholeNumber(0, 65_535)),
  ),
  METRICS_HOST: setting(
    'Address to serve /metrics on; one that vendors cannot reach.',
    v.optional(v.string(), '127.0.0.1'),
  ),
  DESK_PORT: setting(
    'Port of the operators’ desk; 0: any free one. If unset: 3001 in a sandbox without MONGODB_URI, else no desk.',
    v.optional(wholeNumber(0, 65_535)),
  ),
  DESK_HOST: setting(
    'Address to serve the desk on; one that only a proxy with TLS can reach.',
    v.optional(v.string(), '127.0.0.1'),
  ),
  DESK_URL: setting(
    'Where operators open the desk: https://desk.example.com; in production always https. If unset: http://127.0.0.1 with DESK_PORT.',
    v.optional(origin),
  ),
  DESK_NAME: setting(
    'Name of your business, in the desk’s titles and on paper. If unset: its host, on paper alone.',
    v.optional(v.string()),
  ),
  DESK_OIDC_ISSUER: setting(
    'OpenID Connect provider where operators sign in. If unset, only links from the command line let them in.',
    v.optional(webAddress),
  ),
  DESK_OIDC_CLIENT_ID: setting('Id of the desk at the provider.', v.optional(v.string())),
  DESK_OIDC_CLIENT_SECRET: setting('Secret of the desk at the provider.', v.optional(v.string())),
  DESK_OIDC_AUTH: setting(
    'How that secret is sent: basic (in the header) or post (in the form). If unset: as the provider takes it.',
    v.optional(v.picklist(['basic', 'post'], 'must be basic or post')),
  ),
  DESK_OIDC_SCOPE: setting(
    'What the desk asks the provider for. Some give groups only for the scope groups.',
    v.optional(scope, 'openid profile email'),
  ),
  DESK_OIDC_CLAIM: setting(
    'Claim that names somebody’s roles, in a list, a text with commas or blanks, or an object with such names; it may be a path: realm_access.roles.',
    v.optional(v.string(), 'roles'),
  ),
  DESK_OIDC_ROLES: setting(
    'Which word of it gives which role: leads-sales=sales,leads-admins=admin; of words with a comma or =, a JSON object: {"cn=sales,ou=groups": "sales"}. If unset: viewer, sales and admin.',
    v.optional(roleWords),
  ),
  CLOUDWATCH_NAMESPACE: setting(
    'On Lambda: namespace in CloudWatch for the metrics in the log, a line for each request. If unset: none.',
    v.optional(v.pipe(v.string(), v.regex(/^[\w./#:-]{1,255}$/, 'must be letters, digits and . - _ / # :'))),
  ),
  AWS_LAMBDA_HTTP_ENDPOINT: setting(
    'Set by Lambda’s Web Functions: where to listen, in place of HOST and PORT. The server drains within one second.',
    v.optional(endpoint),
  ),
  LAMBDA_PATH_PREFIX: setting(
    'On Lambda: what precedes /v1 in the path of events, such as a named stage.',
    v.optional(
      v.pipe(v.string(), v.regex(pathPrefixShape, 'must look like /prod, without a trailing slash')),
    ),
  ),
} as const;

/** Settings that may also come from a file, which the variable with `_FILE` after the name gives. */
export const secretSettings = [
  'MONGODB_URI',
  'API_KEYS',
  'HOOK_KEY',
  'HOOK_KEY_OLD',
  'PUSH_PRIVATE_KEY',
  'DESK_OIDC_CLIENT_SECRET',
] as const satisfies (keyof typeof settings)[];

/** The settings, each checked by itself. */
export const Settings = v.object(settings);

/** The settings, checked and in their units. */
export type Config = v.InferOutput<typeof Settings>;

/** The time zone of the business. Made when it is needed: vendors' requests need none, and it slows cold starts. */
export const timeZoneOf = ({ TIME_ZONE = TimeZone.own(), LOCALE }: Config): TimeZone =>
  LOCALE === undefined ? TIME_ZONE : TIME_ZONE.writtenAs(LOCALE);

/** How soon customers are to be answered, and when that counts. */
export function answerGoalOf(config: Config): AnswerGoal {
  const { DESK_HOURS, DAYS_OFF, ANSWER_WITHIN } = config;
  if (!DESK_HOURS && !DAYS_OFF) return new AnswerGoal(ANSWER_WITHIN);
  return new AnswerGoal(ANSWER_WITHIN, new DeskHours(DESK_HOURS ?? everyHour, timeZoneOf(config), DAYS_OFF));
}
