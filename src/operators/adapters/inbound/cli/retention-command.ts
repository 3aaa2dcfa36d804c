import type { RetentionOrder } from '#operators/application/ports/inbound/retention-use-cases.ts';
import { flag, meaning, optional } from '../presentation/fields.ts';
import { countOf, owedText } from '../presentation/lead-words.ts';
import { months } from '../presentation/values.ts';
import { commanded } from './at-terminal.ts';
import { NotDone, print, printJson, remark, WrongUsage } from './cli-context.ts';
import {
  confirmed,
  dryRun as dryRunField,
  type LastingOptions,
  requireConfirmable,
  withYes,
} from './confirmation.ts';
import { counted } from './progress.ts';
import { timeText } from './text.ts';

export const retention = commanded({
  method: 'DELETE',
  summary:
    'Permanently erase the customers of leads that were won or lost long ago; may be interrupted and repeated, also while servers run',
  body: {
    ...optional({
      olderThan: meaning(
        'Whose last status is older than this, such as 36mo or 3y. By default RETENTION_MONTHS.',
        months,
      ),
      openToo: flag('Also leads that are still open, with a last status as old.'),
    }),
    ...dryRunField,
  },
  command: { words: 'retention', examples: ['retention --older-than 36mo --dry-run', 'retention --yes'] },
  options: withYes,
  async act({ command, read, json, by }, context) {
    const { olderThan, openToo, dryRun = false } = read().body;
    const { yes } = command.opts<LastingOptions>();
    requireConfirmable({ dryRun, yes }, context);
    const { run, months: usual } = await context.retention();
    const kept = olderThan ?? usual;
    if (kept === undefined) throw new WrongUsage('Give --older-than, or set RETENTION_MONTHS.');
    const order = { months: kept, openToo, by };
    const found = dryRun || !yes ? await shown({ ...order, dryRun: true }, 'leads found') : undefined;
    if (found && !dryRun) {
      const leads = `${countOf(found.leads)} with a last status from before ${timeText(found.before, context)}`;
      if (!(await confirmed(context, `Permanently erase the customers of ${leads}?`)))
        throw new NotDone('Nothing was erased.');
    }
    const done =
      found && dryRun
        ? found
        : await context.uninterrupted((isStopped) => shown({ ...order, isStopped }, 'leads erased'));
    if (done.owed) remark(context, owedText(done.owed));
    if (json) return printJson(context, { dryRun, ...done });
    const before = `last status from before ${timeText(done.before, context)}`;
    if (dryRun) return print(context, `This would erase the customers of ${countOf(done.leads)}: ${before}.`);
    const contacts = done.contacts === 1 ? '1 contact' : `${done.contacts} contacts`;
    await print(context, `Erased the customers of ${countOf(done.leads)} and ${contacts}: ${before}.`);
    if (done.stopped) throw new NotDone('It was stopped before the end: run it again.');

    function shown(wanted: RetentionOrder, what: string) {
      return counted(context, what, (progress) => run({ ...wanted, progress }));
    }
  },
});
