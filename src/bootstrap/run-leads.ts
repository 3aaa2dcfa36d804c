import type { Container } from 'inversify';
import { NotDone } from '../adapters/inbound/cli/cli-context.ts';
import { Interrupts } from '../adapters/inbound/cli/interrupts.ts';
import { exitCodes, runCommand } from '../adapters/inbound/cli/leads-cli.ts';
import { clock } from '../adapters/outbound/runtime/runtime.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import type { OperatorUseCases } from '../application/ports/inbound/operator.ts';
import { compose } from './compose.ts';
import { type Environment, InvalidConfig } from './config.ts';
import { operatorModule } from './modules/operator.ts';
import { webhooksModule } from './modules/webhooks.ts';
import { nameOfUser } from './name-of-user.ts';
import { onStopSignal } from './signals.ts';
import { IncompleteStore, operatedBy, requireBound, type Store, settle } from './store.ts';
import { storeBySettings } from './store-by-settings.ts';
import { tokens } from './tokens.ts';
import { version } from './version.ts';

/** In place of what the shipped command line takes. */
export interface LeadsOptions {
  /** In place of the one that MONGODB_URI names. */
  readonly store?: Store | undefined;
  /** By default those of the process. */
  readonly args?: readonly string[] | undefined;
  /** The settings. By default the environment of the process. */
  readonly env?: Environment | undefined;
}

/** Longest time from the last output to the end of the process, in milliseconds. */
const CLOSING_LIMIT = 1_000;

/**
 * Runs one command of the operator's command line, and sets the exit code of the process. The process ends a second
 * later at the latest. Never rejects.
 */
export async function runLeads({
  store: given,
  args = process.argv.slice(2),
  env = process.env,
}: LeadsOptions = {}): Promise<void> {
  try {
    process.exitCode = await run(args, env, given);
  } catch (error) {
    process.stderr.write(`Internal error: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = exitCodes.failed;
  }
}

async function run(args: readonly string[], env: Environment, given: Store | undefined): Promise<number> {
  const { stdin, stdout, stderr } = process;
  stdout.on('error', () => {}); // the write that fails reports it
  stderr.on('error', () => {}); // nobody reads it any more; the exit code is still right
  const tell = (sentence: string) => void stderr.write(`${sentence}\n`);
  const { uninterrupted } = new Interrupts(onStopSignal, tell, (code) => process.exit(code));
  let container: Container | undefined;
  let composed: Promise<OperatorUseCases> | undefined;

  async function composeOperator(): Promise<OperatorUseCases> {
    const { config, store } = await settled(env, given);
    const journal = new LineJournal('silent');
    container = await compose(config, {
      store: store.module,
      journal,
      modules: [operatorModule, webhooksModule],
    });
    requireOperated(container, store);
    return container.get(tokens.operator);
  }

  function operator(): Promise<OperatorUseCases> {
    composed ??= composeOperator();
    return composed;
  }

  try {
    return await runCommand(args, {
      operator,
      store: given ?? { name: 'MongoDB', setting: 'MONGODB_URI' },
      stdin,
      stdout,
      stderr,
      colours: stdout.isTTY === true && stdout.hasColors(), // it knows NO_COLOR and TERM=dumb
      columns: stdout.columns || undefined, // some terminals say 0
      user: nameOfUser(),
      clock,
      version,
      uninterrupted,
    });
  } finally {
    container?.unbindAllAsync().catch(() => {});
    setTimeout(() => process.exit(), CLOSING_LIMIT).unref(); // a DNS look-up may take a minute
  }
}

/** Reads only the settings of the store and of webhooks: a mistake in another must not prevent revoking a leaked key. */
async function settled(env: Environment, given: Store | undefined) {
  const { MONGODB_URI, MONGODB_URI_FILE, APP_ENV, HOOK_KEY, HOOK_KEY_FILE, HOOK_ALLOW } = env;
  const read = { APP_ENV, HOOK_KEY, HOOK_KEY_FILE, HOOK_ALLOW };
  try {
    if (given) return await settle(read, given);
    const settled = await settle({ MONGODB_URI, MONGODB_URI_FILE, ...read }, storeBySettings);
    if (settled.store.durable) return settled;
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    throw new NotDone(`Fix these settings first: ${error.message.replaceAll('\n', '; ')}.`);
  }
  throw new NotDone(
    'MONGODB_URI is not set, and the in-memory CRM can be reached only from inside the server process. Set it to the servers’ database, in the shell or in .env.',
  );
}

function requireOperated(container: Container, store: Store): void {
  try {
    requireBound(container, store, operatedBy);
  } catch (error) {
    throw error instanceof IncompleteStore ? new NotDone(error.message) : error;
  }
}
