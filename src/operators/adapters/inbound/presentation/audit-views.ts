import {
  type OperatorAction,
  operatorActions,
  type RecordedEntry,
} from '#operators/application/ports/outbound/audit-log.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Activity } from '#operators/domain/work/activity.ts';
import { authorName, type NamedPerson, personName } from '#operators/domain/work/person.ts';
import { activityWords } from './lead-words.ts';
import type { Columns } from './list.ts';

type Part = RecordedEntry['from'];

/** Whether the parts of an action's change are people. */
export const isOfOwners = (action: OperatorAction): boolean =>
  action === 'lead.assign' || action === 'desk.hand-over' || action === 'person.link';

/** The names of people in entries, and the zone of times. */
interface Wording {
  readonly people: readonly NamedPerson[];
  readonly zone: TimeZone;
}

/** Actions that give something a role. */
const asWhat: readonly OperatorAction[] = ['desk.link', 'token.issue', 'person.add', 'person.invite'];

/** One part of a change in words; empty if it is not known. */
function partText({ action }: RecordedEntry, part: Part, { people, zone }: Wording): string {
  if (part === null) return isOfOwners(action) ? 'nobody' : 'none';
  if (part === undefined) return '';
  if (action === 'lead.note') return activityWords[part as Activity['kind']] ?? part;
  if (action === 'lead.follow-up' || action === 'follow-up.take')
    return zone.clockAt(new Date(part)).slice(0, 16);
  return isOfOwners(action) ? personName(part, people) : part;
}

/** The action in words that follow the author's name. */
export function actionText({ action, from, to }: RecordedEntry): string {
  if (action !== 'lead.follow-up') return operatorActions[action];
  const what = to === null ? 'ended' : from ? 'moved' : 'set';
  return `${what} the follow-up of the lead`;
}

/**
 * The change in words: `from Quoted to Won`, `got no answer`, `from nobody to Ada`, `to nobody`, `as admin`;
 * empty if there is none.
 */
export function changeText(entry: RecordedEntry, wording: Wording): string {
  const { action, from, to } = entry;
  const [before, after] = [partText(entry, from, wording), partText(entry, to, wording)];
  if (to === undefined) return '';
  if (action === 'lead.note' || action === 'lead.take') return after;
  if (asWhat.includes(action)) return `as ${after}`;
  if (action === 'person.link') return `with ${after}`;
  if (from === to) return `to ${after}, as before`;
  return from === undefined ? `to ${after}` : `from ${before} to ${after}`;
}

export const auditColumns = {
  at: { head: 'When', kind: 'time', value: ({ at }) => at },
  by: { head: 'Who', value: (entry, { people }) => authorName(entry, people) },
  action: { head: 'What', value: ({ action }) => action },
  on: { head: 'On', value: ({ on }) => on },
  change: {
    head: 'Change',
    in: ['desk', 'terminal'],
    value: (entry, wording) => changeText(entry, wording) || (entry.fields ?? []).join(', '),
  },
  shown: {
    head: 'Outcome',
    in: ['desk', 'terminal'],
    value: ({ outcome = 'unknown' }) => outcome,
  },
  outcome: { head: 'Outcome', in: ['sheet'], value: ({ outcome }) => outcome },
  from: { head: 'From', in: ['sheet'], value: (entry, wording) => partText(entry, entry.from, wording) },
  to: { head: 'To', in: ['sheet'], value: (entry, wording) => partText(entry, entry.to, wording) },
  fields: { head: 'Fields', in: ['sheet'], value: ({ fields }) => fields?.join(' ') },
} as const satisfies Columns<RecordedEntry, Wording>;
