import { clockSkew, skewWarning } from '../application/clock-skew.ts';
import type { Rehearse, StoreRole } from '../application/ports/outbound/store.ts';
import type { Check, CheckedProgram } from '../operators/adapters/inbound/cli/cli-context.ts';
import {
  backupProblem,
  lastBackup,
  lastRetention,
  retentionProblem,
} from '../operators/application/back-up-store.ts';
import { remainsProblem } from '../operators/application/erased-remains.ts';
import { hookKeyProblem } from '../operators/application/webhooks/hook-key.ts';
import { type Config, timeZoneOf } from './config.ts';
import { doubtsAbout } from './config-rules.ts';
import { canSign } from './modules/webhooks.ts';
import { delivers } from './parts/deliveries.ts';
import type { Composed } from './process.ts';
import { tokens } from './tokens.ts';
import { zoneText } from './zone-setting.ts';

/** The roles in which each program uses the store, with these settings. */
export const rolesOf: Readonly<Record<CheckedProgram, (config: Config) => readonly StoreRole[]>> = {
  server: (config) => [
    'api',
    ...(delivers(config) ? (['deliverer'] as const) : []),
    ...(config.DESK_PORT === undefined ? [] : (['desk'] as const)),
  ],
  deliverer: () => ['deliverer'],
  desk: () => ['desk'],
};

const NO_KEY = 'HOOK_KEY is not set, which the webhooks need: nothing is delivered.';

type Checkable = Pick<Composed, 'container' | 'config' | 'store'>;

/**
 * Resolves to a sentence about rights that the program lacks in the store; `undefined` if it has all. Throws
 * StoreUnavailable.
 */
async function rightsProblem(
  { container, config, store }: Checkable,
  program: CheckedProgram,
): Promise<string | undefined> {
  const missing = await container.get(tokens.missingRights, { optional: true })?.(rolesOf[program](config));
  if (!missing?.length) return undefined;
  return `${store.setting} names a user who may not do all that this process does. Missing: ${missing.join('; ')}. deploy/server/users.js gives each program its rights.`;
}

/** Resolves to a sentence if a made-up lead cannot be kept. */
const rehearsalProblem = (rehearse: Rehearse): Promise<string | undefined> =>
  rehearse({ mends: false }).then(
    () => undefined,
    (error) => `A made-up lead cannot be kept: ${error.message}.`,
  );

/**
 * Checks what a program lacks. Leaves out what is in `toldOtherwise`: checks, and the `warnings` of a store's
 * connections. Throws StoreUnavailable.
 */
export async function checkUp(
  composed: Checkable,
  program: CheckedProgram,
  toldOtherwise: readonly string[] = [],
): Promise<readonly Check[]> {
  const { container, config, store } = composed;
  const roles = rolesOf[program](config);
  const { clock } = container.get(tokens.runtime);
  const storeTime = container.get(tokens.storeTime, { optional: true });
  const rehearse = roles.some((role) => role !== 'deliverer')
    ? container.get(tokens.rehearse, { optional: true })
    : undefined;
  const audit = container.get(tokens.audit, { optional: true });
  const { hooks, hookKey } = container.get(tokens.webhooks, { optional: true }) ?? {};
  /** Looks when work that is to run daily was last done to its end. */
  const daily = (last: typeof lastBackup, problem: typeof backupProblem) => async () => {
    const at = audit && (await last(audit));
    const says = at ? `last done on ${at.toISOString()}` : 'not done yet by this command';
    return { problems: [problem(at, clock)], says };
  };
  const looks: Readonly<Record<string, () => Promise<Found>>> = {
    settings: async () => ({
      problems: doubtsAbout(config),
      says: config.SETTINGS_FROM ? `from ${config.SETTINGS_FROM}` : 'from the environment alone',
    }),
    'time zone': async () => ({ problems: [], says: zoneText(timeZoneOf(config), clock()) }),
    async store() {
      const isHealthy = await container.get(tokens.storeHealth)();
      const unwarned = toldOtherwise.includes('warnings');
      const problems = await container.get(tokens.storeProblems, { optional: true })?.({ unwarned });
      const remains = container.get(tokens.remains, { optional: true });
      const owed = await remainsProblem({ remains, clock });
      return {
        problems: [isHealthy ? undefined : `${store.name} cannot be used.`, ...(problems ?? []), owed],
      };
    },
    ...(container.isBound(tokens.storeBackup) && { backup: daily(lastBackup, backupProblem) }),
    ...(config.RETENTION_MONTHS !== undefined &&
      roles.includes('desk') && { retention: daily(lastRetention, retentionProblem) }),
    ...(rehearse && { rehearsal: async () => ({ problems: [await rehearsalProblem(rehearse)] }) }),
    async webhooks() {
      if (!hooks) return { problems: [] };
      const lacksKey = config.DELIVERIES !== 'elsewhere' && !canSign(config);
      if (lacksKey && (await hooks.hooks()).length > 0) return { problems: [NO_KEY] };
      const isForKey = hookKey && roles.some((role) => role !== 'api');
      return { problems: [isForKey ? await hookKeyProblem(hooks, hookKey) : undefined] };
    },
    ...(container.isBound(tokens.identityProvider) && {
      'sign-in': async () => ({ problems: [await container.get(tokens.identityProvider).problem?.()] }),
    }),
    clock: async () => ({ problems: [storeTime && skewWarning(await clockSkew(storeTime, clock))] }),
  };

  const checks = [checked('rights', { problems: [await rightsProblem(composed, program)] })]; // says why a store cannot be used
  for (const [name, look] of Object.entries(looks))
    if (!toldOtherwise.includes(name)) checks.push(checked(name, await look().catch(unseen)));
  return checks;
}

/** What a check has found. */
interface Found {
  readonly problems: readonly (string | undefined)[];
  readonly says?: string | undefined;
}

const checked = (check: string, { problems, says }: Found): Check => ({
  check,
  problems: problems.filter((problem) => problem !== undefined),
  says,
});

/** The problem of a check that failed, perhaps for lack of a right. */
const unseen = (error: unknown): Found => ({
  problems: [`It could not be looked at: ${error instanceof Error ? error.message : 'unknown cause'}.`],
});
