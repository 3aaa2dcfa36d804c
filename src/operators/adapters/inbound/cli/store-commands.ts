import { setTimeout as sleep } from 'node:timers/promises';
import { NotCopied } from '#operators/application/not-copied.ts';
import type { OwedRemains } from '#operators/application/ports/outbound/remains.ts';
import type { RestoredStore } from '#operators/application/ports/outbound/store-restore.ts';
import { StoreUnavailable, StoreUnfit } from '../../../../application/ports/outbound/store.ts';
import { meaning, optional, text } from '../presentation/fields.ts';
import { countOf, owedText } from '../presentation/lead-words.ts';
import { positiveDuration } from '../presentation/values.ts';
import { commanded } from './at-terminal.ts';
import { NotDone, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { dryRun as dryRunField } from './confirmation.ts';
import { inSteps } from './progress.ts';

/** Milliseconds for which `compact` waits until others release the file: Litestream does so once a minute. */
const PATIENCE = 90_000;
const REST = 1_000;

/** How long a backup in a folder is kept, unless the command says it. */
const USUAL_KEEP = '7d';

const STORE = 'a file’s path, or a MongoDB URI. By default the store of the settings.';

/** Commands for a store as a whole. Each may be interrupted and repeated, also while servers run. */
export const storeCommands = [
  commanded({
    method: 'POST',
    summary:
      'After an update: bring what is stored up to date, and finish what was left half done; may be repeated, also while servers run',
    body: dryRunField,
    command: { words: 'upgrade', examples: ['upgrade --dry-run', 'upgrade'] },
    async act({ read, json, by }, context) {
      const { dryRun = false } = read().body;
      const upgrade = await context.upgrade();
      const { steps, misled } = await inSteps(context, (progress) => upgrade({ by, dryRun, progress }));
      if (json) return printJson(context, { dryRun, steps, misled });
      const would = dryRun ? 'would change' : 'changed';
      for (const { step, looked, changed } of steps)
        await print(context, `${step}: looked at ${looked}, ${would} ${changed}`);
      if (misled.length === 0) return;
      const count = misled.length === 1 ? '1 lead was' : `${misled.length} leads were`;
      await print(
        context,
        `${count} moved at a time before that of the move before: a vendor who keeps the latest time has another status. Tell them, or move each to another status and back:`,
      );
      for (const { leadId, vendorName, status, told } of misled)
        await print(context, `  ${leadId} of ${vendorName} is ${status}; the vendor has ${told}`);
    },
  }),
  commanded({
    method: 'GET',
    recorded: true,
    summary: 'Write all that the file of leads holds at this moment into a new file; also while servers run',
    body: optional({
      file: text('The new file.'),
      into: text(
        'A folder, in place of a file: the backup gets a name with the time, and is opened and checked before older ones there go.',
      ),
      keep: meaning(`With --into: how long each is kept. By default ${USUAL_KEEP}.`, positiveDuration),
    }),
    command: {
      words: 'backup [file]',
      examples: ['backup leads-friday.db', 'backup --into /var/backups/leads --keep 7d'],
    },
    async act({ read, json, by }, context) {
      const { file, into, keep } = read().body;
      if ((file === undefined) === (into === undefined))
        throw new WrongUsage('Give a file, or a folder with --into.');
      const backup = await context.backup();
      if (into !== undefined) {
        const order = { by, keep: keep ?? positiveDuration(USUAL_KEEP) };
        const made = await shown(context, (progress) => backup.into(into, { ...order, progress }));
        if (json) return printJson(context, made);
        const removed = made.removed > 0 ? ` Removed ${made.removed} older.` : '';
        return print(
          context,
          `${made.file} has ${countOf(made.leads)}, and everything else; it was opened and checked.${removed}`,
        );
      }
      if (file === undefined || keep !== undefined)
        throw new WrongUsage('--keep is for a folder, with --into.');
      const { leads } = await shown(context, (progress) => backup.file(file, { by, progress }));
      if (json) return printJson(context, { file, leads });
      return print(context, `${file} has ${countOf(leads)}, and everything else.`);
    },
  }),
  commanded({
    method: 'GET',
    summary:
      'Put a backup in place of what the file of leads has, which is kept under another name; while no process has it open',
    body: { backup: text('The backup, which stays as it is.') },
    command: { words: 'restore <backup>', examples: ['restore leads-friday.db'] },
    async act({ read, json }, context) {
      const { backup } = read().body;
      const restored = await context.uninterrupted(() =>
        shown(context, (progress) => context.restore(backup, progress)),
      );
      return json ? printJson(context, restored) : print(context, restoredText(restored));
    },
  }),
  commanded({
    method: 'GET',
    summary: 'Copy all that one store holds into another, and compare both; run again, it goes on',
    body: optional({ from: text(`Which store: ${STORE}`), to: text(`Into which one: ${STORE}`) }),
    command: { words: 'copy', examples: ['copy --from leads.db --to mongodb://10.0.0.7/partner_leads'] },
    async act({ read, json }, context) {
      const { from, to } = read().body;
      if (from === to) throw new WrongUsage('Give --from or --to, or both: two stores.');
      const kinds = await shown(context, (progress) => context.copy({ from, to, progress }));
      if (json) await printJson(context, { kinds });
      else
        for (const { kind, records, written, different } of kinds)
          await print(
            context,
            `${kind}: ${records}, written ${written}, ${different === 0 ? 'equal' : `different ${different}`}`,
          );
      if (kinds.some(({ different }) => different > 0))
        throw new NotDone(
          'The stores are not equal: somebody wrote meanwhile. Stop the servers of both, and run it again.',
        );
    },
  }),
  commanded({
    method: 'GET',
    summary:
      'Of a file: remove at once what is left in it of customers who were erased; leads wait meanwhile, some seconds for a large file',
    command: { words: 'compact', examples: ['compact'] },
    async act({ json }, context) {
      const remains = await context.remains();
      const before = await remains.owed();
      const owed = await context.uninterrupted(async (isStopped) => {
        const end = performance.now() + PATIENCE;
        for (let told: string | undefined; ; await sleep(REST)) {
          const left: OwedRemains | undefined = await remains.remove({ thoroughly: true });
          if (!left || isStopped() || performance.now() > end) return left;
          if (left.why !== told) remark(context, left.why);
          told = left.why;
        }
      });
      if (json) await printJson(context, { owedBefore: before?.since, owed });
      if (owed) throw new NotDone(owedText(owed));
      if (!json) await print(context, before ? 'Nothing is left of what was erased.' : 'Nothing was owed.');
    },
  }),
];

function restoredText({ leads, madeByBackup, before, since }: RestoredStore): string {
  const place = before === undefined ? '' : ` What was there before is in ${before}.`;
  const signedIn = 'Nobody is signed in at the desk any more.';
  const copied = madeByBackup ? '' : ` ${otherCopy}`;
  const done = `The file of leads has ${countOf(leads)} now.${copied}${place} ${signedIn}`;
  if (before === undefined) return done;
  if (!since)
    return `${done}\nThat cannot be read: do again what was done since the backup (docs/where-leads-are-kept.md).`;
  const { again, audit, auditSince } = since;
  const entries = audit === 1 ? '1 entry' : `${audit} entries`;
  const toRead = auditSince
    ? [`To read these: DATA_FILE='${before}' leads audit --since ${auditSince.toISOString()}`]
    : [];
  return [
    done,
    `Only there: ${countOf(since.leads)} and ${entries} of the audit log.`,
    ...toRead,
    again.length > 0
      ? 'To be done again, in this order, after a look at each:'
      : 'Nothing has to be done again.',
    ...again.map(({ what, command }) => `  leads ${command}  # ${what}`),
  ].join('\n');
}

const otherCopy =
  'The copy was not made by leads backup: unless its log (…-wal) lay beside it, the last leads are missing.';

/** Runs work with progress on a terminal, and puts errors of stores into words. */
const shown: typeof inSteps = (context, work) =>
  inSteps(context, work).catch((error) => {
    if (error instanceof NotCopied) throw new NotDone(error.message);
    if (error instanceof StoreUnavailable && !(error instanceof StoreUnfit))
      throw new NotDone(`It was not finished: ${error.message}. Run it again.`);
    throw error;
  });
