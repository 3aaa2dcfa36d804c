import { summaryOf } from '../../domain/work/deal-summary.ts';
import type { Author } from '../../domain/work/person.ts';
import { type WorkDone, workDone } from '../../domain/work/work-done.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import type { AuditBy, OperatorAction } from '../ports/outbound/audit-log.ts';
import type { Span } from '../ports/outbound/report-tally.ts';
import type { DealSummary } from '../ports/records.ts';
import { ownActs, whoActed } from './read-audit.ts';

type WorkPorts = Needs<'leads' | 'audit' | 'people' | 'digest'>;

/** The most entries and leads that are looked through. */
const MOST_ENTRIES = 3_000;
const MOST_LEADS = 300;

/** The actions whose leads have the rest in their own log: the audit log has no words. */
const actions: readonly OperatorAction[] = ['lead.note', 'lead.move', 'lead.follow-up'];

/** Reads what this person did to leads in a span of time. `person`: a name or id. */
export type ReadWork = (query: Span & { readonly person: string }) => Promise<Work>;

export const makeReadWork =
  (ports: WorkPorts): ReadWork =>
  async ({ person, ...span }) =>
    workIn(ports, await whoActed(person, ports), span);

/** Reads what the caller did. */
export type ReadOwnWork = (query: Span & { readonly by: By }) => Promise<Work>;

/** Calls, notes and moves that a person made in a span of time. */
export interface Work {
  /** What was done, the latest first: without looks, and without what was struck or undone. */
  readonly done: readonly (WorkDone & { readonly lead: DealSummary })[];
  /** Whether there is so much that not all was read. */
  readonly more: boolean;
}

export const makeReadOwnWork =
  (ports: WorkPorts): ReadOwnWork =>
  async ({ by, ...span }) =>
    workIn(ports, await ownActs(by, ports), span);

async function workIn({ audit, leads }: WorkPorts, by: AuditBy, { since, until }: Span): Promise<Work> {
  const entries = await audit.entries({ by, since, until, limit: MOST_ENTRIES });
  const ids = [...new Set(entries.filter(({ action }) => actions.includes(action)).map(({ on }) => on))];
  const isTheirs = ({ by: name, byId }: Author) =>
    byId === undefined ? by.names?.includes(name) === true : by.ids.includes(byId);
  const records = await leads.leads(ids.slice(0, MOST_LEADS));
  const done = records
    .flatMap(({ deal }) => workDone(deal, isTheirs).map((each) => ({ lead: summaryOf(deal), ...each })))
    .filter(({ at }) => at >= since && at < until)
    .sort((one, other) => other.at.getTime() - one.at.getTime());
  return { done, more: entries.length === MOST_ENTRIES || ids.length > MOST_LEADS };
}
