import { PassThrough } from 'node:stream';
import type { CliContext } from '../../src/operators/adapters/inbound/cli/cli-context.ts';
import { runCommand } from '../../src/operators/adapters/inbound/cli/leads-cli.ts';
import { newPushKeys } from '../../src/operators/adapters/outbound/webhooks/push-keys.ts';
import { makeDeskAccess } from '../../src/operators/application/desk/desk-access.ts';
import { makeRunRetention } from '../../src/operators/application/leads/retention.ts';
import { makeOperatorUseCases } from '../../src/operators/application/operator.ts';
import { makeUpgradeStore } from '../../src/operators/application/upgrade-store.ts';
import type { TimeZone } from '../../src/operators/domain/time-zone.ts';
import { collector } from './collector.ts';
import { inMemoryOperator } from './in-memory-operator.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Nothing survives the process, so nothing in memory is old. */
const nothingOld = {
  upgrade: async () => [{ step: 'erasures', looked: 2, changed: 0 }],
};

const DESK_URL = 'https://desk.example.com/';

/** The command line inside this process, on the in-memory CRM. */
export function commandLine(timeZone?: TimeZone) {
  const parts = inMemoryOperator(timeZone);
  const { leases, tickets } = parts;
  const access = makeDeskAccess({ ...parts.ports, tickets });
  const operator = makeOperatorUseCases({ ...parts.ports, tickets });

  /** `typed`: what the user answers on a terminal; without it there is no terminal. `piped`: standard input otherwise. */
  async function leads(
    args: readonly string[],
    given: Partial<CliContext> & { typed?: string; piped?: string | Uint8Array } = {},
  ): Promise<Ran> {
    const { typed, piped, ...context } = given;
    const stdin = Object.assign(new PassThrough(), typed === undefined ? {} : { isTTY: true });
    stdin.end(typed ?? piped ?? '');
    const out = collector();
    const err = collector();
    const code = await runCommand(args, {
      operator: async () => operator,
      desk: async () => ({ access, url: DESK_URL }),
      upgrade: async () => makeUpgradeStore({ ...parts.ports, storeUpgrade: nothingOld }),
      retention: async () => ({ run: makeRunRetention({ ...parts.ports, leases }), months: undefined }),
      backup: async () => ({
        file: async () => ({ leads: 2 }),
        into: async () => ({ file: '/backup/leads-1.db', leads: 2, removed: 1 }),
      }),
      remains: async () => ({ owed: async () => undefined, remove: async () => undefined }),
      restore: async () => ({ leads: 2, madeByBackup: true, before: undefined, since: undefined }),
      copy: async () => [],
      receive: async () => async () => [{ leadId: 'lead-1' }],
      checkUp: async () => [],
      newPushKeys,
      store: { name: 'memory', setting: 'MONGODB_URI' },
      stdin,
      stdout: out.stream,
      stderr: err.stream,
      colours: false,
      user: 'grace',
      clock: parts.clock,
      timeZone: parts.ports.timeZone,
      version: '1.2.3',
      uninterrupted: (work) => work(() => false),
      ...context,
    });
    return { code, out: out.text(), err: err.text() };
  }

  return { ...parts, operator, access, leases, leads };
}
