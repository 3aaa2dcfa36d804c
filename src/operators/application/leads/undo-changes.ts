import { Refused } from '../../domain/refused.ts';
import { assignBack } from '../../domain/work/assign-deal.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import { type Author, isSameAuthor } from '../../domain/work/person.ts';
import { undoMoves } from '../../domain/work/undo-moves.ts';
import { audited } from '../audited.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import type { AssignedLead, MovedLead, UndoChanges } from '../ports/inbound/lead-change-use-cases.ts';
import type { AuditBy, RecordedEntry } from '../ports/outbound/audit-log.ts';
import { assignEach } from './assign-lead.ts';
import type { ChangeLeadPorts, LeadChange } from './change-lead.ts';
import { moveAll } from './move-leads.ts';

/**
 * The most changes that are undone at once: those of the largest sheet, and of others at the same milliseconds.
 */
const MOST_UNDONE = 20_000;
/**
 * The most times in an order. Each is a query; a sheet of ten thousand rows makes no more parts, each as long
 * as people wait.
 */
const MOST_PARTS = 100;

/**
 * Undoes what somebody did at these times. The audit log says which leads they changed, each lead whether it
 * still stands so.
 */
export const makeUndoChanges =
  (ports: ChangeLeadPorts): UndoChanges =>
  async ({ at, by: given }) => {
    if (at.length > MOST_PARTS)
      throw new Refused('invalid-limit', `At most ${MOST_PARTS} parts of an order are taken back at once.`);
    const by = authorOf(given);
    const made = await entriesOf(ports, by, at);
    const known = await knownPeople(ports);
    for (const entry of made) if (entry.action === 'desk.hand-over') await stays(ports, known, by, entry);
    const moves = [...new Set(made.flatMap(({ action, on }) => (action === 'lead.move' ? [on] : [])))].map(
      (id): LeadChange => ({ id, decide: (deal, acting) => undoMoves(deal, { ...by, at }, acting.at) }),
    );
    const assignments = made.filter(({ action }) => action === 'lead.assign').map(assignedBack(known));
    return Object.assign(groups(), { count: moves.length + assignments.length });

    async function* groups(): AsyncGenerator<readonly (MovedLead | AssignedLead)[]> {
      yield* moveAll(ports, { by, changes: moves });
      yield* assignEach(ports, { by, changes: assignments });
    }
  };

/** Resolves to the author's entries of these times, without those that surely changed nothing. */
async function entriesOf(
  { audit }: ChangeLeadPorts,
  by: Author,
  at: readonly Date[],
): Promise<readonly RecordedEntry[]> {
  const found: RecordedEntry[] = [];
  for (const since of at) {
    const span = { since, until: new Date(since.getTime() + 1), by: madeBy(by) };
    const left = MOST_UNDONE - found.length;
    if (left > 0) found.push(...(await audit.entries({ ...span, limit: left })));
  }
  const isUndone = (entry: RecordedEntry) =>
    isSameAuthor(entry, by) &&
    entry.from !== entry.to &&
    entry.outcome !== 'refused' &&
    entry.outcome !== 'failed';
  return found.filter(isUndone);
}

const madeBy = ({ by: name, byId }: Author): AuditBy =>
  byId === undefined ? { ids: [], name } : { ids: [byId] };

const assignedBack =
  (known: KnownPeople) =>
  ({ on: id, from = null, to = null, at }: RecordedEntry): LeadChange => ({
    id,
    to: from,
    decide: (deal) => assignBack(deal, { from, to, at }, known),
  });

/** Undoes a hand-over's departure: the person counts as present again. */
async function stays(ports: ChangeLeadPorts, known: KnownPeople, by: Author, { on, to }: RecordedEntry) {
  const person = known.withId(on);
  if (person?.left === undefined) return;
  await audited(ports, { by, action: 'desk.hand-over', on, from: to, to: on }, () =>
    ports.people.keep({ ...person, left: undefined }),
  );
}
