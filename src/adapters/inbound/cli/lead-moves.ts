import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { MovedLead } from '../../../application/operators/ports/inbound/lead-changes.ts';
import { movedView, refusedText } from '../operators/leads.ts';
import { readMoveRows } from '../spreadsheet/move-rows.ts';
import { type CliContext, NotDone, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { timeText } from './text.ts';

interface CsvMove {
  /** `-` is standard input. */
  readonly file: string;
  /** If given, the ids are this vendor's own. */
  readonly vendor: string | undefined;
  /** The reason for lines that give none. */
  readonly reason: string | undefined;
  readonly by: string;
  readonly json: boolean | undefined;
}

/** Each line is told as soon as it is moved: if the store stops answering, it is known how far this came. */
export async function moveByCsv(
  context: CliContext,
  { file, vendor, reason, by, json }: CsvMove,
): Promise<void> {
  const text = await textOf(file, context);
  const { moves, malformed } = readMoveRows(text, {
    idsAre: vendor === undefined ? 'ours' : 'the vendor’s',
  });
  for (const { line, problem } of malformed) remark(context, `Line ${line}: ${problem}`);
  if (malformed.length > 0) throw new WrongUsage('Nothing was moved: correct these lines first.');
  if (moves.length === 0) throw new WrongUsage('There are no lines of id,status[,reason].');

  await context.uninterrupted(async () => {
    const { moveLeads } = await context.operator();
    const lines = moves.values();
    let refused = 0;
    const order = {
      moves: moves.map((move) => ({ ...move, reason: move.reason ?? reason })),
      vendor,
      imported: true,
      by,
    };
    for await (const group of await moveLeads(order))
      for (const moved of group) {
        const { line } = lines.next().value ?? {};
        if ('refused' in moved) refused += 1;
        if (json) await printJson(context, { line, ...movedView(moved) });
        else if ('refused' in moved)
          remark(context, `Line ${line}: ${refusedText(moved, (at) => timeText(at, context))}`);
        else await print(context, `Line ${line}: ${sentenceOn(moved)}`);
      }
    if (refused > 0) throw new NotDone(`${refused} of ${moves.length} refused.`);
  });
}

function sentenceOn({ id, leadId, from, status }: Exclude<MovedLead, { refused: string }>): string {
  const which = id === leadId ? leadId : `${leadId} (${id})`;
  return from === status
    ? `Lead ${which} is already ${status}.`
    : `Lead ${which} moved from ${from} to ${status}.`;
}

/** Throws WrongUsage unless it is UTF-8. */
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
