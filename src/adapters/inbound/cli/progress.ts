import type { CliContext } from './cli-context.ts';

/** Says on a terminal how far a long change is, in one line that is replaced; to be erased by `ended`. */
export function progressOn({ stderr }: Pick<CliContext, 'stderr'>, what: string) {
  const isTerminal = 'isTTY' in stderr && stderr.isTTY === true;
  return {
    progress(done: number): void {
      if (isTerminal) stderr.write(`\r${done.toLocaleString('en')} ${what} …`);
    },
    ended(): void {
      if (isTerminal) stderr.write('\r\u001b[K');
    },
  };
}
