import type { Command } from 'commander';
import type { UpgradeProgress } from '../../../application/operators/ports/outbound/store-upgrade.ts';
import { type CliContext, print, printJson } from './cli-context.ts';
import { type ChangeOptions, examples, withChangeOptions } from './command.ts';

interface UpgradeOptions extends ChangeOptions {
  readonly dryRun?: boolean;
}

export function addUpgradeCommand(program: Command, context: CliContext): void {
  withChangeOptions(program.command('upgrade'), context)
    .description(
      'after an update: bring what is stored up to date, and finish what was left half done; may be repeated, also while servers run',
    )
    .option('--dry-run', 'only show what would be changed')
    .addHelpText('after', examples('upgrade --dry-run', 'upgrade'))
    .action(async ({ json, by, dryRun = false }: UpgradeOptions) => {
      const upgrade = await context.upgrade();
      const progress = progressLine(context);
      const steps = await upgrade({ by, dryRun, progress: progress.show }).finally(progress.end);
      if (json) return printJson(context, { dryRun, steps });
      const would = dryRun ? 'would change' : 'changed';
      for (const { step, looked, changed } of steps)
        await print(context, `${step}: looked at ${looked}, ${would} ${changed}`);
    });
}

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
