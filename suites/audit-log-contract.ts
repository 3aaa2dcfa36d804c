import { beforeEach, expect, it } from 'vitest';
import type {
  AuditEntry,
  AuditLog,
  RecordedEntry,
} from '../src/operators/application/ports/outbound/audit-log.ts';
import { contractOf } from './contract.ts';
import { inexact } from './lookalikes.ts';
import type { Breakable } from './unreachable.ts';

/** An empty audit log. */
export interface AuditLogUnderTest extends Breakable {
  readonly audit: AuditLog;
  /** Resolves to all entries that the store keeps, oldest first. */
  kept(): Promise<readonly RecordedEntry[]>;
  close?(): Promise<void>;
}

/** Tests all that the port `AuditLog` promises. `open` is called for each test. */
export const auditLogContract = contractOf<AuditLogUnderTest>(['audit', 'kept'], (suite) => {
  let log: AuditLogUnderTest;
  beforeEach(() => {
    log = suite.current();
  });
  const entry = (id: string, given: Partial<AuditEntry> = {}): AuditEntry => ({
    id,
    at: new Date(0),
    by: 'grace',
    action: 'key.revoke',
    on: 'key_1',
    ...given,
  });

  it('keeps actions from their beginning, and how they ended: from what to what', async () => {
    const merge = { action: 'contact.merge', merged: 'other', fields: ['email', 'keys'] } as const;
    const [a, b, c, d] = [
      entry('a', merge),
      entry('b', { byId: 'per_1', to: 'Won' }),
      entry('c', { action: 'follow-up.take', on: 'per_1', lead: 'lead-1' }),
      entry('d'),
    ];
    await log.audit.begin([a]);
    await log.audit.begin([b, c, d]);
    expect(await log.kept()).toEqual([a, b, c, d]);
    await log.audit.end(['a'], { outcome: 'refused' });
    const end = { outcome: 'done', from: 'Quoted', to: null } as const;
    await log.audit.end(['d', 'b'], end);
    expect(await log.kept()).toEqual([{ ...a, outcome: 'refused' }, { ...b, ...end }, c, { ...d, ...end }]);
  });

  it('is read with the newest first, from and until a time, of what was acted on, by whom, and of one action', async () => {
    const second = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n));
    const merged = { action: 'contact.merge', fields: ['email'], merged: 'other' } as const;
    const entries = [
      entry('a', { at: second(1), on: 'lead-1', byId: 'per_1' }),
      entry('b', { at: second(2), on: 'lead-2', ...merged }),
      entry('c', { at: second(3), on: 'lead-1', byId: 'per_2' }),
      entry('d', { at: second(4), on: 'Lead-1', byId: 'per_1' }),
    ];
    for (const each of entries) await log.audit.begin([each]);
    await log.audit.end(['c'], { outcome: 'done' });
    const read = async (query: object) => (await log.audit.entries(query)) ?? [];
    const idsOf = async (query: object) => (await read(query)).map(({ id }) => id);
    const [a, b, c, d] = entries;
    expect(await read({})).toEqual([d, { ...c, outcome: 'done' }, b, a]);
    expect(await idsOf({ limit: 2 })).toEqual(['d', 'c']);
    expect(await idsOf({ until: second(3) })).toEqual(['b', 'a']);
    expect(await idsOf({ since: second(3) })).toEqual(['d', 'c']);
    expect(await idsOf({ since: second(2), until: second(3) })).toEqual(['b']);
    expect(await idsOf({ since: second(2), on: 'lead-1' })).toEqual(['c']);
    expect(await idsOf({ on: 'lead-1' })).toEqual(['c', 'a']);
    expect(await idsOf({ on: 'lead-1', until: second(3), limit: 1 })).toEqual(['a']);
    const byAda = { ids: ['per_1'] };
    expect(await idsOf({ by: byAda })).toEqual(['d', 'a']);
    expect(await idsOf({ by: byAda, on: 'lead-1', since: second(1), until: second(2) })).toEqual(['a']);
    expect(await idsOf({ by: { ids: ['per_2', 'per_1'] } })).toEqual(['d', 'c', 'a']);
    const inName = 'a name is that of entries without an id, letter by letter';
    expect(await idsOf({ by: { ids: ['per_1'], names: ['grace'] } }), inName).toEqual(['d', 'b', 'a']);
    expect(await idsOf({ by: { ids: [], names: ['grace', 'nobody'] } }), inName).toEqual(['b']);
    expect(await idsOf({ by: { ids: [], names: ['Grace'] } }), inName).toEqual([]);
    expect(await idsOf({ action: 'contact.merge' })).toEqual(['b']);
    expect(await idsOf({ action: 'key.revoke', on: 'lead-1', limit: 1 })).toEqual(['c']);
    expect(await idsOf({ by: { ids: ['per_'] } }), inexact).toEqual([]);
    expect([await idsOf({ on: '' }), await idsOf({ on: 'lead' })], inexact).toEqual([[], []]);
  });

  it('is read to its end, page by page, past many entries of one time', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const bulk = ids.map((id) => entry(id, { at: new Date(1_000), on: `lead-${id}` }));
    await log.audit.begin([entry('x', { at: new Date(2_000) }), entry('h', { at: new Date(500) })]);
    await log.audit.begin(bulk.toReversed());
    const read: string[] = [];
    let after: RecordedEntry | undefined;
    do {
      const page: readonly RecordedEntry[] = (await log.audit.entries({ after, limit: 2 })) ?? [];
      read.push(...page.map(({ id }) => id));
      after = page.at(-1);
    } while (after && read.length < 20);
    expect(read).toEqual(['x', ...ids.toReversed(), 'h']);
    const between = { after: bulk[3], since: new Date(1_000), until: new Date(2_000) };
    expect((await log.audit.entries(between))?.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect((await log.audit.entries({ after: bulk[3], on: 'lead-a' }))?.map(({ id }) => id)).toEqual(['a']);
  });

  suite.unreachable(async () => {
    const { audit } = log;
    await audit.begin([entry('a')]);
    let count = 0;
    return {
      begin: () => {
        count += 1;
        return audit.begin([entry(`b-${count}`)]);
      },
      end: () => audit.end(['a'], { outcome: 'done' }),
      entries: () => audit.entries({}),
    };
  });
});
