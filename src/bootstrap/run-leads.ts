import { nameOfUser } from '../adapters/outbound/runtime/name-of-user.ts';
import { exitCodeOf, exitCodes } from '../operators/adapters/inbound/cli/exit-codes.ts';
import { Interrupts } from '../operators/adapters/inbound/cli/interrupts.ts';
import { leadsCommand } from './leads-command.ts';
import type { LeadsOptions } from './options.ts';
import { onStopSignal } from './signals.ts';

/** The longest time from the last output to the end of the process, in milliseconds. */
const CLOSING_LIMIT = 1_000;

/**
 * Runs one command of the operators' command line, and sets the process's exit code. The process ends a second
 * later at the latest. Never rejects.
 */
export async function runLeads({
  store,
  args = process.argv.slice(2),
  env = process.env,
}: LeadsOptions = {}): Promise<void> {
  const { stdin, stdout, stderr } = process;
  stdout.on('error', () => {}); // the write that fails reports it
  stderr.on('error', () => {}); // nobody reads it any more; the exit code is still right
  const tell = (sentence: string) => void stderr.write(`${sentence}\n`);
  process.once('exit', (code) => {
    process.exitCode = exitCodeOf(args, code); // also when it is stopped, or crashes
  });
  const { uninterrupted } = new Interrupts(onStopSignal, tell, (code) => process.exit(code));
  try {
    process.exitCode = await leadsCommand({
      args,
      env,
      store,
      stdin,
      stdout,
      stderr,
      uninterrupted,
      colours: stdout.isTTY === true && stdout.hasColors(), // it knows NO_COLOR and TERM=dumb
      columns: stdout.columns || undefined, // some terminals say 0
      user: nameOfUser(env),
    });
  } catch (error) {
    stderr.write(`Internal error: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = exitCodes.failed;
  } finally {
    setTimeout(() => process.exit(), CLOSING_LIMIT).unref(); // a DNS look-up may take a minute
  }
}
