import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { MovedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { endedText, leadName, refusedText, sentences } from '../presentation/lead-words.ts';
import { Moved } from '../presentation/shapes/lead-shapes.ts';
import { mayBeRewritten } from '../spreadsheet/doubtful-ids.ts';
import type { MoveRow } from '../spreadsheet/move-row.ts';
import { readMoveRows } from '../spreadsheet/move-rows.ts';
import { type Asked, atTerminal } from './at-terminal.ts';
import { type CliContext, NotDone, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { confirmed } from './confirmation.ts';
import { timeText } from './text.ts';

/** Moves one lead, or many by a CSV. */
export const moveLead = atTerminal({
  options: (command) =>
    command
      .option(
        '--csv <file>',
        'many, by lines of id,status[,reason], with or without a head line, such as an edited lead list --csv; - is standard input',
      )
      .option('--vendor <vendor>', 'the ids in the CSV are this vendor’s own (vendor: id or exact name)')
      .option('--yes', 'move also by ids that are numbers, without showing first which leads they mean'),
  async act(asked, context) {
    const { command, carryOut } = asked;
    const { csv: file, vendor, reason, yes } = command.opts<Partial<CsvMove> & { csv?: string }>();
    if (file !== undefined && !isForSheet(command))
      throw new WrongUsage(`With --csv, give only ${forSheet.join(', ')}: its columns say the rest.`);
    if (file !== undefined) return moveByCsv(asked, context, { file, vendor, reason, yes });
    if (vendor !== undefined || yes) throw new WrongUsage('--vendor and --yes go with --csv.');
    if (command.args.length < 2) throw new WrongUsage('Give ID and STATUS, or --csv FILE.');
    return carryOut();
  },
});

const forSheet = ['--vendor', '--reason', '--by', '--json', '--yes'];

const isForSheet = (command: Command): boolean =>
  command.args.length === 0 &&
  command.options.every(
    (option) =>
      ['--csv', ...forSheet].includes(option.long ?? '') ||
      command.getOptionValueSource(option.attributeName()) !== 'cli',
  );

interface CsvMove {
  /** The path; `-` is standard input. */
  readonly file: string;
  /** Set if the ids are this vendor's own. */
  readonly vendor: string | undefined;
  /** The reason for lines that give none. */
  readonly reason: string | undefined;
  /** Whether to move without showing the plan first. */
  readonly yes: boolean | undefined;
}

/**
 * Moves leads by CSV. Each line is reported as soon as its lead is moved: if the store stops answering, it is
 * clear how far the work came.
 */
async function moveByCsv(
  { json, operator }: Asked,
  context: CliContext,
  { file, vendor, reason, yes }: CsvMove,
): Promise<void> {
  const text = await textOf(file, context);
  const { moves, malformed } = readMoveRows(text, {
    idsAre: vendor === undefined ? 'ours' : 'the vendor’s',
  });
  for (const { line, problem } of malformed) remark(context, `Line ${line}: ${problem}`);
  if (malformed.length > 0) throw new WrongUsage('Nothing was moved: correct these lines first.');
  if (moves.length === 0) throw new WrongUsage('There are no lines of id,status[,reason].');

  const order = {
    moves: moves.map((move) => ({ ...move, reason: move.reason ?? reason })),
    vendor,
    imported: true,
  };
  if (vendor !== undefined && !yes && moves.some(mayBeRewritten))
    await showFirst(await (await operator()).moveLeads({ ...order, dryRun: true }), {
      moves,
      isAsked: file !== '-' && !json,
      context,
    });
  await context.uninterrupted(async () => {
    const { moveLeads } = await operator();
    const lines = moves.values();
    let refused = 0;
    for await (const group of await moveLeads(order))
      for (const moved of group) {
        const { line } = lines.next().value ?? {};
        if ('refused' in moved) refused += 1;
        if (json) await printJson(context, { line, ...Moved.of(moved) });
        else if ('refused' in moved)
          remark(context, `Line ${line}: ${refusedText(moved, (at) => timeText(at, context))}`);
        else {
          const ended = endedText(moved.was.ended ? [moved.was.ended] : [], (at) => timeText(at, context));
          await print(context, sentences(`Line ${line}: ${sentenceOn(moved)}`, ended));
        }
      }
    if (refused > 0) throw new NotDone(`${refused} of ${moves.length} refused.`);
  });
}

/**
 * Shows on standard error which lead each row means, and asks at a terminal. Throws WrongUsage if nobody can be
 * asked, and NotDone for no.
 */
async function showFirst(
  groups: AsyncIterable<readonly MovedLead[]>,
  {
    moves,
    isAsked,
    context,
  }: {
    readonly moves: readonly MoveRow[];
    /** Whether standard input is free for an answer. */
    readonly isAsked: boolean;
    readonly context: CliContext;
  },
): Promise<void> {
  const lines = moves.values();
  for await (const group of groups)
    for (const moved of group) {
      const { line } = lines.next().value ?? {};
      const told =
        'refused' in moved
          ? moved.refused
          : `${moved.id} is ${leadName(moved.was)}, lead ${moved.leadId}: ${moved.from} to ${moved.status}.`;
      remark(context, `Line ${line}: ${told}`);
    }
  remark(context, 'These ids are numbers: a spreadsheet may have made 42 of 00042. Nothing is moved yet.');
  if (!isAsked || !context.stdin.isTTY)
    throw new WrongUsage(
      'If each row means the lead that is shown, pass --yes; a column leadId says it, too.',
    );
  if (!(await confirmed(context, 'Does each row mean the lead that is shown?')))
    throw new NotDone('Nothing was moved.');
}

function sentenceOn({ id, leadId, from, status }: Exclude<MovedLead, { refused: string }>): string {
  const which = id === leadId ? leadId : `${leadId} (${id})`;
  return from === status
    ? `Lead ${which} is already ${status}.`
    : `Lead ${which} moved from ${from} to ${status}.`;
}

/** Reads the file as text. Throws WrongUsage if it is not UTF-8. */
async function textOf(file: string, { stdin }: CliContext): Promise<string> {
  const bytes = await (file === '-' ? buffer(stdin) : readFile(file)).catch((error) => {
    throw new WrongUsage(`The file cannot be read (${error.code}).`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new WrongUsage('The file is not UTF-8: save it as “CSV UTF-8”.');
  }
}
