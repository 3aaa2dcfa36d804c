import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Lead, StoreUnavailable } from 'partner-lead-service';
import { crmContract } from 'partner-lead-service/testing';
import { expect, it } from 'vitest';
import { SqliteCrm } from './sqlite-crm.ts';

crmContract(
  'SQLite',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sqlite-crm-'));
    const opened: SqliteCrm[] = [];
    const file = join(folder, 'leads.sqlite');
    const open = () => {
      const crm = new SqliteCrm(file);
      opened.push(crm);
      return crm;
    };
    /** As another program would work on the same file. */
    const onFile = (work: (database: DatabaseSync) => void) => {
      const database = new DatabaseSync(file);
      work(database);
      database.close();
    };
    const crm = open();
    return {
      crm,
      contacts: async () => crm.contacts(),
      deals: async () => crm.deals(),
      another: async () => open(),
      changeStatus: async (id, status) => {
        const sql = "UPDATE deals SET content = json_set(content, '$.status', ?) WHERE id = ?";
        onFile((database) => database.prepare(sql).run(status, id));
      },
      refuseWrites: async () => onFile((database) => database.exec(refuseWrites)),
      close: async () => {
        for (const each of opened) each.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
  { without: ['breakDown'] }, // there is no network to cut
);

const { customer } = Lead.parse({
  firstName: 'Ada',
  email: 'ada@example.com',
  dealType: 'sales',
  vendorName: 'Acme',
  notes: 'Call back.',
});

const refuseWrites = ['contacts', 'deals']
  .flatMap((table) => ['INSERT', 'UPDATE'].map((write) => ({ table, write })))
  .map(
    ({ table, write }) =>
      `CREATE TRIGGER no_${write}_${table} BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END;`,
  )
  .join('\n');

/** The contract cannot see this: SQLite's driver is synchronous, so in one process no two calls ever overlap. */
it('keeps one contact per customer when two processes open a new file at once, and meet the same customers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-crm-'));
  const file = join(folder, 'leads.sqlite');
  try {
    const processes = [1, 2].map(() => fork(join(import.meta.dirname, 'keep-customers.ts'), [file]));
    await Promise.all(processes.map((child) => Promise.race([once(child, 'message'), once(child, 'exit')])));
    for (const child of processes) child.send('go');
    const ends = await Promise.all(processes.map((child) => once(child, 'exit')));
    expect(ends).toEqual([
      [0, null],
      [0, null],
    ]);
    const crm = new SqliteCrm(file);
    expect(crm.contacts()).toHaveLength(100);
    crm.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 30_000);

it('is unavailable while another process has locked the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-crm-'));
  const crm = new SqliteCrm(join(folder, 'leads.sqlite'));
  const other = new DatabaseSync(join(folder, 'leads.sqlite'));
  try {
    other.exec('BEGIN IMMEDIATE');
    await expect(crm.upsertContact(customer)).rejects.toThrow(StoreUnavailable);
    other.exec('ROLLBACK');
    expect(await crm.upsertContact(customer)).toBe(crm.contacts()[0]?.id);
  } finally {
    other.close();
    crm.close();
    rmSync(folder, { recursive: true });
  }
});

it('says what went wrong even if SQLite has ended the transaction by itself, as when the disk is full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-crm-'));
  const crm = new SqliteCrm(join(folder, 'leads.sqlite'));
  const other = new DatabaseSync(join(folder, 'leads.sqlite'));
  try {
    other.exec("CREATE TRIGGER full BEFORE INSERT ON contacts BEGIN SELECT RAISE(ROLLBACK, 'full'); END");
    await expect(crm.upsertContact(customer)).rejects.toThrow('full');
    other.exec('DROP TRIGGER full');
    expect(await crm.upsertContact(customer)).toBe(crm.contacts()[0]?.id);
  } finally {
    other.close();
    crm.close();
    rmSync(folder, { recursive: true });
  }
});
