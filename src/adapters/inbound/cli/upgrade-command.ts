import { commanded } from './at-terminal.ts';
import { print, printJson } from './cli-context.ts';
import { dryRun as dryRunField } from './confirmation.ts';
import { inSteps } from './progress.ts';

export const upgrade = commanded({
  method: 'POST',
  summary:
    'After an update: bring what is stored up to date, and finish what was left half done; may be repeated, also while servers run',
  body: dryRunField,
  command: { words: 'upgrade', examples: ['upgrade --dry-run', 'upgrade'] },
  async act({ read, json, by }, context) {
    const { dryRun = false } = read().body;
    const upgrade = await context.upgrade();
    const steps = await inSteps(context, (progress) => upgrade({ by, dryRun, progress }));
    if (json) return printJson(context, { dryRun, steps });
    const would = dryRun ? 'would change' : 'changed';
    for (const { step, looked, changed } of steps)
      await print(context, `${step}: looked at ${looked}, ${would} ${changed}`);
  },
});
