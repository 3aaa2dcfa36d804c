import { type AuditPorts, auditedEach } from '../audited.ts';
import { authorOf } from '../known-people.ts';
import type { By } from '../ports/order.ts';
import type { AuditEntry, RecordedEntry } from '../ports/outbound/audit-log.ts';

const HOUR = 3_600_000;
const action = 'lead.take';

/**
 * Records that a program gets a page of leads, before the program has it: one entry for each program, list and
 * hour, with the number of pages and leads. An empty page is not recorded.
 */
export type RecordList = (order: {
  readonly of: 'leads' | 'changes' | 'held';
  readonly leads: number;
  readonly by: By;
}) => Promise<void>;

/** Counts simultaneous lists one after the other. */
export const makeRecordList = (ports: AuditPorts): RecordList => {
  const { audit, clock } = ports;
  let last: Promise<unknown> = Promise.resolve();

  return ({ of: on, leads, by }) => {
    if (leads === 0) return Promise.resolve();
    const counted = last.then(() => addToHour(on, leads, authorOf(by)));
    last = counted.catch(() => {});
    return counted;
  };

  /** Adds a page to the hour's entry, or begins that. */
  async function addToHour(
    on: Parameters<RecordList>[0]['of'],
    leads: number,
    author: Pick<AuditEntry, 'by' | 'byId'>,
  ) {
    const at = clock();
    const since = new Date(Math.floor(at.getTime() / HOUR) * HOUR);
    const who = author.byId === undefined ? { ids: [], name: author.by } : { ids: [author.byId] };
    const [entry] = await audit.entries({ action, on, by: who, since, limit: 1 });
    const to = sum(entry, leads);
    const end = { outcome: 'done', to } as const;
    if (entry) await audit.end([entry.id], end);
    else await auditedEach(ports, { author, at, actions: [{ action, on, to }] }, nothing, () => end);
  }
};

const nothing = async () => {};

/** The sum in words, such as `2 pages, 70 leads`. */
function sum(entry: RecordedEntry | undefined, leads: number): string {
  const [pages = 0, before = 0] = entry?.to?.match(/\d+/g)?.map(Number) ?? [];
  const [allPages, allLeads] = [pages + 1, before + leads];
  return `${allPages} page${allPages === 1 ? '' : 's'}, ${allLeads} lead${allLeads === 1 ? '' : 's'}`;
}
