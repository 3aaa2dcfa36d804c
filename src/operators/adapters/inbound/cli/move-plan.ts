import type { OwnUseCases } from '#operators/application/operator-as.ts';
import { leadName } from '../presentation/lead-words.ts';
import type { MoveRow } from '../spreadsheet/move-row.ts';
import { type CliContext, NotDone, remark, WrongUsage } from './cli-context.ts';
import { confirmed } from './confirmation.ts';

interface Shown extends CliContext {
  /** Whether standard input is free for an answer. */
  readonly isAsked: boolean;
}

/**
 * Shows on standard error which lead each row means, and asks at a terminal. Throws WrongUsage if nobody can be
 * asked, and NotDone for no.
 */
export async function showFirst(
  order: {
    readonly moves: readonly MoveRow[];
    readonly vendor: string | undefined;
    readonly imported: boolean;
  },
  { moveLeads }: Pick<OwnUseCases, 'moveLeads'>,
  context: Shown,
): Promise<void> {
  const lines = order.moves.values();
  for await (const group of await moveLeads({ ...order, dryRun: true }))
    for (const moved of group) {
      const { line } = lines.next().value ?? {};
      const told =
        'refused' in moved
          ? moved.refused
          : `${moved.id} is ${leadName(moved.was)}, lead ${moved.leadId}: ${moved.from} to ${moved.status}.`;
      remark(context, `Line ${line}: ${told}`);
    }
  remark(context, 'These ids are numbers: a spreadsheet may have made 42 of 00042. Nothing is moved yet.');
  if (!context.isAsked || !context.stdin.isTTY)
    throw new WrongUsage(
      'If each row means the lead that is shown, pass --yes; a column leadId says it, too.',
    );
  if (!(await confirmed(context, 'Does each row mean the lead that is shown?')))
    throw new NotDone('Nothing was moved.');
}
