import { Refused } from '../../../domain/refused.ts';
import { assignBack } from '../../../domain/work/assign-deal.ts';
import type { KnownPeople } from '../../../domain/work/known-people.ts';
import { type Author, isSameAuthor } from '../../../domain/work/person.ts';
import { undoMoves } from '../../../domain/work/undo-moves.ts';
import { audited } from '../audited.ts';
import { authorOf, knownPeople } from '../desk/known-people.ts';
import type { AssignedLead, MovedLead, UndoChanges } from '../ports/inbound/lead-change-use-cases.ts';
import type { AuditBy, RecordedEntry } from '../ports/outbound/audit-log.ts';
import { assignEach } from './assign-lead.ts';
import type { ChangeLeadPorts, LeadChange } from './change-lead.ts';
import { moveAll } from './move-leads.ts';

/** Changes that are taken back at once: as many as one sheet makes, and what others do at the same milliseconds. */
const MOST_UNDONE = 20_000;
/** Each is a query: a sheet of ten thousand rows has no more parts, if each takes as long as somebody waits. */
const MOST_PARTS = 100;

/** The audit log says which leads were changed; they themselves, whether they still stand so. */
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

/** What they did as of these times, and may have changed something. */
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
  byId === undefined ? { ids: [], names: [name] } : { ids: [byId] };

const assignedBack =
  (known: KnownPeople) =>
  ({ on: id, from = null, to = null, at }: RecordedEntry): LeadChange => ({
    id,
    to: from,
    decide: (deal) => assignBack(deal, { from, to, at }, known),
  });

/** Whose leads were handed over is here again. */
async function stays(ports: ChangeLeadPorts, known: KnownPeople, by: Author, { on, to }: RecordedEntry) {
  const person = known.withId(on);
  if (person?.left === undefined) return;
  await audited(ports, { by, action: 'desk.hand-over', on, from: to, to: on }, () =>
    ports.people.keep({ ...person, left: undefined }),
  );
}
