import { beforeEach, expect, it } from 'vitest';
import type { AuditEntry, AuditLog } from '../../src/application/ports/outbound/audit-log.ts';

export interface AuditLogUnderTest {
  readonly audit: AuditLog;
  /** All entries that are kept, oldest first. */
  kept(): Promise<readonly (AuditEntry & { readonly outcome?: string | undefined })[]>;
}

/** What every audit log promises. `make` returns an empty one. */
export function auditLogContract(make: () => Promise<AuditLogUnderTest>): void {
  let log: AuditLogUnderTest;
  beforeEach(async () => {
    log = await make();
  });
  const entry = (id: string): AuditEntry => ({
    id,
    at: new Date(0),
    by: 'grace',
    action: 'key.revoke',
    on: 'key_1',
  });

  it('keeps a change from its beginning, and its outcome', async () => {
    await log.audit.begin(entry('a'));
    await log.audit.begin(entry('b'));
    expect(await log.kept()).toEqual([entry('a'), entry('b')]);
    await log.audit.end('a', 'refused');
    await log.audit.end('b', 'done');
    expect(await log.kept()).toEqual([
      { ...entry('a'), outcome: 'refused' },
      { ...entry('b'), outcome: 'done' },
    ]);
  });
}
