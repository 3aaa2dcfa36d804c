import type { UpgradeProgress } from '../../../application/operators/ports/outbound/store-upgrade.ts';
import { commanded } from './at-terminal.ts';
import { type CliContext, print, printJson } from './cli-context.ts';
import { dryRun as dryRunField } from './confirmation.ts';

export const upgrade = commanded({
  method: 'POST',
  summary:
    'After an update: bring what is stored up to date, and finish what was left half done; may be repeated, also while servers run',
  body: dryRunField,
  command: { words: 'upgrade', examples: ['upgrade --dry-run', 'upgrade'] },
  async act({ read, json, by }, context) {
    const { dryRun = false } = read().body;
    const upgrade = await context.upgrade();
    const progress = progressLine(context);
    const steps = await upgrade({ by, dryRun, progress: progress.show }).finally(progress.end);
    if (json) return printJson(context, { dryRun, steps });
    const would = dryRun ? 'would change' : 'changed';
    for (const { step, looked, changed } of steps)
      await print(context, `${step}: looked at ${looked}, ${would} ${changed}`);
  },
});

/** One line on a terminal that is written over; nothing elsewhere. */
function progressLine({ stderr }: CliContext) {
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
