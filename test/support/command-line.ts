import { PassThrough, Writable } from 'node:stream';
import type { CliContext } from '../../src/adapters/inbound/cli/cli-context.ts';
import { runCommand } from '../../src/adapters/inbound/cli/leads-cli.ts';
import { inMemoryOperator } from './in-memory-operator.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command line inside this process, on the in-memory CRM. */
export function commandLine() {
  const parts = inMemoryOperator();

  /** `typed`: what the user answers on a terminal; without it there is no terminal. */
  async function leads(
    args: readonly string[],
    given: Partial<CliContext> & { typed?: string } = {},
  ): Promise<Ran> {
    const { typed, ...context } = given;
    const stdin = Object.assign(new PassThrough(), typed === undefined ? {} : { isTTY: true });
    stdin.end(typed ?? '');
    const out = collector();
    const err = collector();
    const code = await runCommand(args, {
      operator: async () => parts.operator,
      store: { name: 'memory', setting: 'MONGODB_URI' },
      stdin,
      stdout: out.stream,
      stderr: err.stream,
      colours: false,
      user: 'grace',
      clock: parts.clock,
      version: '1.2.3',
      uninterrupted: (work) => work(),
      ...context,
    });
    return { code, out: out.text(), err: err.text() };
  }

  return { ...parts, leads };
}

function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
