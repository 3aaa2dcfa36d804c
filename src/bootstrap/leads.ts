import { userInfo } from 'node:os';
import { NotDone } from '../adapters/inbound/cli/cli-context.ts';
import { Interrupts } from '../adapters/inbound/cli/interrupts.ts';
import { exitCodes, runLeads } from '../adapters/inbound/cli/leads-cli.ts';
import { MongoConnection } from '../adapters/outbound/mongodb/connection.ts';
import { MongoAuditLog } from '../adapters/outbound/mongodb/mongo-audit-log.ts';
import { MongoBackOffice } from '../adapters/outbound/mongodb/mongo-back-office.ts';
import { MongoVendors } from '../adapters/outbound/mongodb/mongo-vendors.ts';
import { isConnectionString } from '../adapters/outbound/mongodb/uri.ts';
import { clock, randomBytes, sha256 } from '../adapters/outbound/runtime/runtime.ts';
import { makeOperatorUseCases } from '../application/operator.ts';
import type { OperatorUseCases } from '../application/ports/inbound/operator.ts';
import { type Config, InvalidConfig, readConfig } from './config.ts';
import { onStopSignal } from './signals.ts';
import { version } from './version.ts';

/** Longest time from the last output to the end of the process, in milliseconds. */
const CLOSING_LIMIT = 1_000;

/** The operator's command line. */
async function leads(args: readonly string[]): Promise<number> {
  const { stdin, stdout, stderr, env } = process;
  stdout.on('error', () => {}); // the write that fails reports it
  stderr.on('error', () => {}); // nobody reads it any more; the exit code is still right
  const tell = (sentence: string) => void stderr.write(`${sentence}\n`);
  const { uninterrupted } = new Interrupts(onStopSignal, tell, (code) => process.exit(code));
  let connection: MongoConnection | undefined;
  let composed: Promise<OperatorUseCases> | undefined;

  async function compose(): Promise<OperatorUseCases> {
    const config = await configOf(env);
    connection = MongoConnection.forOperator(config.MONGODB_URI);
    return makeOperatorUseCases({
      vendors: new MongoVendors(connection),
      backOffice: new MongoBackOffice(connection),
      audit: new MongoAuditLog(connection),
      clock,
      randomBytes,
      digest: sha256,
      keyKind: config.APP_ENV === 'production' ? 'live' : 'test',
    });
  }

  function operator(): Promise<OperatorUseCases> {
    composed ??= compose();
    return composed;
  }

  const colours = stdout.isTTY === true && stdout.hasColors(); // it knows NO_COLOR and TERM=dumb
  const columns = stdout.columns || undefined; // some terminals say 0
  const user = nameOfUser();
  try {
    const context = {
      operator,
      stdin,
      stdout,
      stderr,
      colours,
      columns,
      user,
      clock,
      version,
      uninterrupted,
    };
    return await runLeads(args, context);
  } finally {
    connection?.close().catch(() => {});
    setTimeout(() => process.exit(), CLOSING_LIMIT).unref(); // a DNS look-up may take a minute
  }
}

/** Reads no other setting, so that a mistake in one does not prevent revoking a leaked key. */
async function configOf({
  MONGODB_URI,
  MONGODB_URI_FILE,
  APP_ENV,
}: NodeJS.ProcessEnv): Promise<Config & { readonly MONGODB_URI: string }> {
  try {
    const config = await readConfig({ MONGODB_URI, MONGODB_URI_FILE, APP_ENV }, isConnectionString);
    if (config.MONGODB_URI) return { ...config, MONGODB_URI: config.MONGODB_URI };
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    throw new NotDone(`Fix these settings first: ${error.message.replaceAll('\n', '; ')}.`);
  }
  throw new NotDone(
    'MONGODB_URI is not set, and the in-memory CRM can be reached only from inside the server process. Set it to the servers’ database, in the shell or in .env.',
  );
}

/** In a container, the user may have no name. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

try {
  process.exitCode = await leads(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`Internal error: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = exitCodes.failed;
}
