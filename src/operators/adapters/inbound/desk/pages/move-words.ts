import type { MovedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { leadStatuses } from '../../../../../domain/lead-status.ts';
import { countOf, leadName, sentences } from '../../presentation/lead-words.ts';
import type { DoneMeanwhile } from '../while-waiting.ts';
import { counted, type Moved, type Problem } from './move-sheet.ts';

/** Words for the page of many moves. */

export const MAX_ROWS = 10_000;

/** A lead's name for people; the sheet knows it by its id. */
export const whoseLead = (each: MovedLead): string => leadName('was' in each ? each.was : each.lead);

/** Whether the row's id means a lead, and the row is not refused. */
export const isKnown = (each: MovedLead): each is Moved => 'from' in each;

export const isMoved = (each: MovedLead): each is Moved => isKnown(each) && each.from !== each.status;

/** A sentence on what would happen to the rows. */
export function plannedText(
  { results, why }: DoneMeanwhile<MovedLead>,
  malformed: number,
  rows: number,
): string {
  const moved = results.filter(isMoved).map(({ status }) => status);
  const each = leadStatuses.flatMap((status) => {
    const count = moved.filter((to) => to === status).length;
    return count > 0 ? [`${counted(count)} to ${status}`] : [];
  });
  const refused = results.filter((result) => 'refused' in result).length;
  const same = results.length - moved.length - refused;
  return sentences(
    why && `Of the first ${counted(results.length)} of ${counted(rows)} rows:`,
    `This moves ${countOf(moved.length)}: ${each.join(', ')}.`,
    same > 0 && `${countOf(same)} ${same === 1 ? 'stays as it is' : 'stay as they are'}.`,
    refused + malformed > 0 && `Rows that are refused, which are below: ${counted(refused + malformed)}.`,
  );
}

export const remainingText = (why: NonNullable<DoneMeanwhile<MovedLead>['why']>, count: number): string =>
  why === 'it takes long'
    ? `This takes long. Rows that remain, which are below: ${counted(count)}. Nothing goes on until you say so.`
    : `Then the store did not answer. Of the rows below, ${counted(count)} remain; the first of them may have been moved, which does no harm if you go on.`;

export const IDS_ARE_NUMBERS =
  'These ids are numbers, and a spreadsheet may have made 42 of 00042: see which lead each means, or paste the column leadId, too.';

export const TOO_MANY = `Nothing was moved. At most ${counted(MAX_ROWS)} rows can be moved at once: send the others afterwards.`;

export const wrongRows = ({ length }: readonly Problem[]): string =>
  `Rows that are wrong, which are below to be mended: ${length}.`;
