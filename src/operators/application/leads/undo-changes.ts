import { Refused } from '../../domain/refused.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import { type Author, isSameAuthor } from '../../domain/work/person.ts';
import type { MadeMoves } from '../../domain/work/undo-moves.ts';
import { undoWork } from '../../domain/work/undo-work.ts';
import { audited } from '../audited.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import type {
  AssignedLead,
  MovedLead,
  UndoChanges,
  WordsBack,
} from '../ports/inbound/lead-change-use-cases.ts';
import type { AuditBy, RecordedEntry } from '../ports/outbound/audit-log.ts';
import { assignEach } from './assign-lead.ts';
import {
  type ChangeLeadPorts,
  type ChangesOrder,
  changeLeads,
  type LeadChange,
  refusedLead,
} from './change-leads.ts';
import { moveAll, takenBackIn } from './move-leads.ts';

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
    const before = await knownPeople(ports);
    const made = await entriesOf(ports, before, by, at);
    for (const entry of made) if (entry.action === 'desk.hand-over') await stays(ports, before, by, entry);
    const known = await knownPeople(ports);
    const ids = by.byId === undefined ? undefined : known.idsOf(by.byId);
    const byLead: readonly OfLead[] = [...Map.groupBy(made.filter(isOfWork), ({ on }) => on)];
    const [moves, others] = partedBy(byLead, isMove);
    const [words, assignments] = partedBy(others, ({ action }) => action !== 'lead.assign');
    const changes = (of: readonly OfLead[]) => of.map(takenBack({ ...by, ids, at }, known));
    return Object.assign(groups(), { count: byLead.length });

    async function* groups(): AsyncGenerator<readonly (MovedLead | AssignedLead | WordsBack)[]> {
      yield* moveAll(ports, { by, changes: changes(moves) });
      yield* wordsBack(ports, { by, changes: changes(words) });
      yield* assignEach(ports, { by, changes: changes(assignments) });
    }
  };

/** Whether an action on a lead can be taken back. */
const isOfWork = ({ action }: RecordedEntry): boolean =>
  action === 'lead.move' || action === 'lead.note' || action === 'lead.follow-up' || action === 'lead.assign';

/** Whether the status changed: a move to the present status only writes a note. */
const isMove = ({ action, from, to }: RecordedEntry): boolean => action === 'lead.move' && from !== to;

type OfLead = readonly [id: string, made: readonly RecordedEntry[]];

/** Parts leads into those with such an entry, and the others. */
function partedBy(leads: readonly OfLead[], is: (entry: RecordedEntry) => boolean) {
  const has = ([, made]: OfLead) => made.some(is);
  return [leads.filter(has), leads.filter((each) => !has(each))] as const;
}

const takenBack =
  (work: MadeMoves, known: KnownPeople) =>
  ([id, made]: OfLead): LeadChange => {
    const given = made.find(({ action }) => action === 'lead.assign');
    const assigned = given && { from: given.from ?? null, to: given.to ?? null, at: given.at };
    return {
      id,
      to: assigned?.from,
      decide: (deal, acting) => undoWork(deal, { ...work, assigned }, acting, known),
    };
  };

async function* wordsBack(
  ports: ChangeLeadPorts,
  order: Pick<ChangesOrder, 'by' | 'changes'>,
): AsyncGenerator<readonly WordsBack[]> {
  for await (const group of changeLeads(ports, { action: 'lead.strike', ...order }))
    yield group.flatMap((outcome): WordsBack[] => {
      if ('refused' in outcome) return [refusedLead(outcome)];
      const { before, after } = outcome.changed;
      return before === after ? [] : [{ id: outcome.id, ...takenBackIn(before, after), wordsBack: true }];
    });
}

/** Resolves to the author's entries of these times, without those that surely changed nothing. */
async function entriesOf(
  { audit }: ChangeLeadPorts,
  known: KnownPeople,
  by: Author,
  at: readonly Date[],
): Promise<readonly RecordedEntry[]> {
  const found: RecordedEntry[] = [];
  for (const since of at) {
    const span = { since, until: new Date(since.getTime() + 1), by: madeBy(by, known) };
    const left = MOST_UNDONE - found.length;
    if (left > 0) found.push(...(await audit.entries({ ...span, limit: left })));
  }
  const isUndone = (entry: RecordedEntry) =>
    (isSameAuthor(entry, by) || (by.byId !== undefined && known.idsOf(by.byId).includes(entry.byId ?? ''))) &&
    (entry.action !== 'lead.assign' || entry.from !== entry.to) &&
    entry.outcome !== 'refused' &&
    entry.outcome !== 'failed';
  return found.filter(isUndone);
}

const madeBy = ({ by: name, byId }: Author, known: KnownPeople): AuditBy =>
  byId === undefined ? { ids: [], names: [name] } : { ids: known.idsOf(byId) };

/** Undoes a hand-over's departure: the person counts as present again. */
async function stays(ports: ChangeLeadPorts, known: KnownPeople, by: Author, { on, to }: RecordedEntry) {
  const person = known.withId(on);
  if (person?.left === undefined) return;
  await audited(ports, { by, action: 'desk.hand-over', on, from: to, to: on }, () =>
    ports.people.keep({ ...person, left: undefined }),
  );
}
