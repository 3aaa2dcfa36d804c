import type { WholeLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Activity } from '#operators/domain/work/activity.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { type Author, authorName, type NamedPerson } from '#operators/domain/work/person.ts';
import type { StatusChange } from '#operators/domain/work/worked-deal.ts';
import { activityWords, followUpParts, lostReasonText } from './lead-words.ts';

/** The names of people and lost reasons, and the zone of times. */
export interface Names {
  readonly people: readonly NamedPerson[];
  readonly reasons: readonly LostReason[];
  readonly zone: TimeZone;
}

/**
 * The most characters of a cell. Spreadsheets put text over 32,767 into other cells; some apostrophes may be
 * added.
 */
const MOST_CHARACTERS = 30_000;

/**
 * Everything done with and written about a lead, one line each, oldest first: `2026-11-26 09:30:00 Grace
 * called: …`. If a cell has no room for all, the newest lines.
 */
export function timelineText(
  { moves, activities }: Pick<WholeLead, 'moves' | 'activities'>,
  names: Names,
): string {
  const entries = [
    ...moves.map((move) => ({ ...move, words: moveWords(move, names), text: move.reason })),
    ...activities.map((activity) => ({ ...activity, words: entryWords(activity, names) })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  let text = '';
  for (const entry of entries.toReversed()) {
    const line = lineOf(entry, names);
    if (line.length + text.length > MOST_CHARACTERS) break;
    text = text === '' ? line : `${line}\n${text}`;
  }
  return text;
}

/** An activity in words, and its change of the follow-up. */
function entryWords(activity: Activity, { people, zone }: Names): string {
  const told = followUpParts(activity, people, (at) => zone.clockAt(at).slice(0, 16)).join('');
  const what = activity.kind !== 'follow-up' && activityWords[activity.kind];
  return [what, told, activity.struck && 'struck since'].filter(Boolean).join(', ');
}

function moveWords({ status, lostReason }: StatusChange, { reasons }: Names): string {
  const why = lostReason === undefined ? '' : ` (${lostReasonText(lostReason, reasons)})`;
  return `moved it to ${status}${why}`;
}

interface Entry extends Author {
  readonly at: Date;
  readonly words: string;
  readonly text: string | undefined;
}

/** One entry as one line. Line breaks inside a text are replaced, so that no text can pass for another entry. */
function lineOf({ at, words, text, ...by }: Entry, { people, zone }: Names): string {
  const lines = text?.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  const written = lines === undefined ? '' : `: ${lines.join(' / ')}`;
  return `${zone.clockAt(at)} ${authorName(by, people)} ${words}${written}`;
}
