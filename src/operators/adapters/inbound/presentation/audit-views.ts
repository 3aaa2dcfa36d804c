import {
  type OperatorAction,
  operatorActions,
  type RecordedEntry,
} from '../../../application/ports/outbound/audit-log.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { Activity } from '../../../domain/work/activity.ts';
import { authorName, type NamedPerson, personName } from '../../../domain/work/person.ts';
import { activityWords } from './lead-words.ts';
import type { Columns } from './list.ts';

type Part = RecordedEntry['from'];

/** Whether it says from whom to whom, or with whom. */
export const isOfOwners = (action: OperatorAction): boolean =>
  action === 'lead.assign' || action === 'desk.hand-over' || action === 'person.link';

/** What people call those of whom an entry speaks, and on whose clocks its times are. */
interface Wording {
  readonly people: readonly NamedPerson[];
  readonly zone: TimeZone;
}

/** What says as what. */
const asWhat: readonly OperatorAction[] = ['desk.link', 'token.issue', 'person.add'];

/** One part of what was changed, in a word; empty if it is not known. */
function partText({ action }: RecordedEntry, part: Part, { people, zone }: Wording): string {
  if (part === null) return isOfOwners(action) ? 'nobody' : 'none';
  if (part === undefined) return '';
  if (action === 'lead.note') return activityWords[part as Activity['kind']] ?? part;
  if (action === 'lead.follow-up' || action === 'follow-up.take')
    return zone.clockAt(new Date(part)).slice(0, 16);
  return isOfOwners(action) ? personName(part, people) : part;
}

/** What was done, worded to follow the name of who did it. */
export function actionText({ action, from, to }: RecordedEntry): string {
  if (action !== 'lead.follow-up') return operatorActions[action];
  const what = to === null ? 'ended' : from ? 'moved' : 'set';
  return `${what} the follow-up of the lead`;
}

/** `from Quoted to Won`, `got no answer`, `from nobody to Ada`, `to nobody`, `as admin`; empty if nothing is said. */
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
