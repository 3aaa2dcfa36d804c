import { isPair } from '../operators/adapters/outbound/webhooks/push-keys.ts';
import type { Config } from './config.ts';

type Name = keyof Config;

/** A rule about several settings. */
interface Rule {
  /**
   * The settings that the rule needs; a mistake is reported under the first. Not checked if one of them is
   * invalid.
   */
  readonly of: readonly [Name, ...Name[]];
  readonly holds: (config: Config) => boolean;
  readonly otherwise: string;
}

/** Makes a rule. `holds` sees only the named settings. */
const rule = <N extends Name>(
  of: readonly [N, ...N[]],
  holds: (config: Pick<Config, N>) => boolean,
  otherwise: string,
): Rule => ({ of, holds, otherwise });

const inProduction = <N extends Name>(
  of: readonly [N, ...N[]],
  holds: (config: Pick<Config, N>) => boolean,
  otherwise: string,
): Rule =>
  rule<N | 'APP_ENV'>(
    [...of, 'APP_ENV'],
    (config) => config.APP_ENV !== 'production' || holds(config),
    otherwise,
  );

/** Whether only this machine can reach a host. */
export const isThisMachine = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host);

/** Whether DATA_FILE names a file. */
const isFile = (dataFile: string | undefined): boolean =>
  dataFile !== undefined && !['memory', ':memory:'].includes(dataFile); // `:memory:` is SQLite’s name

/** The path of the file that keeps the leads, if a file does. Without any setting, a trial of the service has one. */
export function dataFileOf({
  DATA_FILE,
  ...others
}: { readonly [K in keyof Config]?: unknown } & Pick<Partial<Config>, 'DATA_FILE'>): string | undefined {
  if (DATA_FILE !== undefined) return isFile(DATA_FILE) ? DATA_FILE : undefined;
  const isTry = !others.MONGODB_URI && !others.AWS_LAMBDA_HTTP_ENDPOINT && others.APP_ENV !== 'production';
  return isTry ? 'leads.db' : undefined;
}

export const NO_FILE_ON_LAMBDA =
  'cannot be a file on Lambda, which runs several instances and keeps no disk: set MONGODB_URI';

const rules: readonly Rule[] = [
  rule(
    ['DATA_FILE', 'MONGODB_URI'],
    ({ DATA_FILE, MONGODB_URI }) => !isFile(DATA_FILE) || !MONGODB_URI,
    'names another place for leads than MONGODB_URI: remove one of them',
  ),
  rule(
    ['DATA_FILE', 'AWS_LAMBDA_HTTP_ENDPOINT'],
    ({ DATA_FILE, AWS_LAMBDA_HTTP_ENDPOINT }) => !AWS_LAMBDA_HTTP_ENDPOINT || !isFile(DATA_FILE),
    NO_FILE_ON_LAMBDA,
  ),
  rule(
    ['METRICS_PORT', 'PORT'],
    ({ METRICS_PORT, PORT }) => !METRICS_PORT || METRICS_PORT !== PORT,
    'must differ from PORT',
  ),
  rule(
    ['DESK_PORT', 'PORT', 'METRICS_PORT'],
    ({ DESK_PORT, PORT, METRICS_PORT }) => !DESK_PORT || ![PORT, METRICS_PORT].includes(DESK_PORT),
    'must differ from PORT and METRICS_PORT',
  ),
  rule(
    ['HOOK_KEY_OLD', 'HOOK_KEY'],
    ({ HOOK_KEY_OLD, HOOK_KEY }) =>
      HOOK_KEY_OLD === undefined || (HOOK_KEY !== undefined && HOOK_KEY !== HOOK_KEY_OLD),
    'goes with a HOOK_KEY that differs from it',
  ),
  rule(
    ['PUSH_PRIVATE_KEY', 'PUSH_PUBLIC_KEY', 'PUSH_SUBJECT'],
    ({ PUSH_PRIVATE_KEY: key, PUSH_PUBLIC_KEY = '', PUSH_SUBJECT }) =>
      !key || (isPair(PUSH_PUBLIC_KEY, key) && PUSH_SUBJECT !== undefined),
    'goes with its PUSH_PUBLIC_KEY and PUSH_SUBJECT, as leads push keys prints them',
  ),
  inProduction(
    ['PUSH_PRIVATE_KEY', 'HOOK_KEY'],
    ({ PUSH_PRIVATE_KEY, HOOK_KEY }) => !PUSH_PRIVATE_KEY || HOOK_KEY !== undefined,
    'goes with HOOK_KEY in production: who delivers to webhooks tells devices, too',
  ),
  ...(['DESK_OIDC_CLIENT_ID', 'DESK_OIDC_CLIENT_SECRET'] as const).map((name) =>
    rule(
      [name, 'DESK_OIDC_ISSUER'],
      (config) => !config[name] === !config.DESK_OIDC_ISSUER,
      'goes with DESK_OIDC_ISSUER: set both or neither',
    ),
  ),
  ...(['DESK_HOURS', 'DAYS_OFF'] as const).map((name) =>
    inProduction(
      [name, 'TIME_ZONE'],
      (config) => config[name] === undefined || config.TIME_ZONE !== undefined,
      'goes with TIME_ZONE in production: a server’s own clock often shows UTC',
    ),
  ),
  ...(['DESK_OIDC_ISSUER', 'DESK_URL'] as const).map((name) =>
    inProduction(
      [name],
      (config) => config[name]?.startsWith('https:') ?? true,
      'must begin with https:// in production',
    ),
  ),
  inProduction(
    ['DESK_URL', 'DESK_OIDC_ISSUER'],
    ({ DESK_URL, DESK_OIDC_ISSUER }) => !DESK_OIDC_ISSUER || DESK_URL !== undefined,
    'is required with DESK_OIDC_ISSUER in production: the provider sends people back there',
  ),
  inProduction(
    ['DESK_URL', 'DESK_HOST'],
    ({ DESK_URL, DESK_HOST }) => DESK_URL !== undefined || isThisMachine(DESK_HOST),
    'is required with a DESK_HOST that other machines reach: the address of the proxy with TLS',
  ),
];

/** The rules that do not hold. `doubtful`: settings that are invalid themselves. */
export const brokenRules = (config: Config, doubtful: ReadonlySet<Name>) =>
  rules
    .filter(({ of, holds }) => !of.some((name) => doubtful.has(name)) && !holds(config))
    .map(({ of: [name], otherwise: message }) => ({ name, message }));

/** Warnings about settings that are valid, but hardly meant so. */
export const doubtsAbout = ({ TIME_ZONE }: Config): readonly string[] =>
  TIME_ZONE?.isFixed
    ? [
        `TIME_ZONE is ${TIME_ZONE.name}, which is no place: its clocks are never changed, so that in summer days and hours may be wrong by one. Name a place, such as America/New_York, once this Node knows the law there.`,
      ]
    : [];
