import type { UpgradeProgress } from '../../../application/operators/ports/outbound/store-upgrade.ts';
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

/** The same of work in steps. */
export function stepsOn({ stderr }: Pick<CliContext, 'stderr'>) {
  let shown = false;
  return {
    show({ step, looked, of }: UpgradeProgress): void {
      if (!stderr.isTTY) return;
      stderr.write(`\r\x1b[K${step}: ${looked} of about ${Math.max(looked, of)}`);
      shown = true;
    },
    end(): void {
      if (shown) stderr.write('\r\x1b[K');
    },
  };
}
