import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DataFile } from '../src/adapters/outbound/sqlite/connection/data-file.ts';
import { addContact } from '../src/adapters/outbound/sqlite/contact-rows.ts';
import { SqliteContacts } from '../src/operators/adapters/outbound/sqlite/contacts/sqlite-contacts.ts';
import { SqliteErasure } from '../src/operators/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import { peopleIn } from '../src/operators/adapters/outbound/sqlite/desk/desk-tables.ts';
import { SqliteAuditLog } from '../src/operators/adapters/outbound/sqlite/desk/sqlite-audit-log.ts';
import { fileOfLeads } from '../src/operators/adapters/outbound/sqlite/file-of-leads.ts';
import { addDeal } from '../src/operators/adapters/outbound/sqlite/leads/deal-rows.ts';
import { SqliteLeads } from '../src/operators/adapters/outbound/sqlite/leads/sqlite-leads.ts';
import { SqliteReport } from '../src/operators/adapters/outbound/sqlite/leads/sqlite-report.ts';
import { SqliteRefusals } from '../src/operators/adapters/outbound/sqlite/vendors/sqlite-refusals.ts';
import { dealFromJson } from '../src/operators/domain/work/as-json.ts';
import type { WorkedDeal } from '../src/operators/domain/work/worked-deal.ts';
import { vendorsIn } from '../test/support/sqlite-file.ts';
import { makeLeads } from './desk-deals.ts';
import { type DeskStore, deskQueries } from './desk-queries.ts';
import { median, told } from './report.ts';

const BATCH = 2_000;

/** How soon each query answers, and the longest that the event loop stood still meanwhile. */
export async function measuredInFile(stored: number, rounds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'leads-'));
  const file = fileOfLeads(join(folder, 'leads.db'));
  try {
    const now = Date.now();
    await fillFile(file, stored, now);
    const lines = [`| of ${stored} leads in a file | p50 ms | event loop ms |`, '|---|--:|--:|'];
    const loop = monitorEventLoopDelay({ resolution: 1 });
    for (const [name, ask] of Object.entries(await deskQueries(deskIn(file), stored, now))) {
      await ask(); // it fills the caches
      const times: number[] = [];
      loop.reset();
      loop.enable();
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        await ask();
        times.push(performance.now() - began);
      }
      loop.disable();
      lines.push(`| ${name} | ${median(times).toFixed(0)} | ${(loop.max / 1e6).toFixed(0)} |`);
    }
    return [told({ rounds, seconds: 0, mongodb: undefined }), lines.join('\n')].join('\n\n');
  } finally {
    await file.close();
    rmSync(folder, { recursive: true });
  }
}

/** Fills a file with leads. */
export async function fillFile(file: DataFile, count: number, now: number): Promise<void> {
  const make = makeLeads(count, now);
  const audit = new SqliteAuditLog(file);
  for (let done = 0; done < count; done += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, count - done) }, (_, n) => make(done + n));
    await Promise.all(
      made.map(({ deal, contact }) =>
        file.write((db) => {
          addDeal(db, deal);
          if (contact) addContact(db, contact);
        }),
      ),
    );
    await audit.begin(made.map(({ audited }) => audited));
  }
}

/** A file with leads. */
const deskIn = (file: DataFile): DeskStore => ({
  vendors: vendorsIn(file),
  refusals: new SqliteRefusals(file),
  people: peopleIn(file),
  audit: new SqliteAuditLog(file),
  backOffice: {
    leads: new SqliteLeads(file),
    contacts: new SqliteContacts(file),
    report: new SqliteReport(file),
    erasure: new SqliteErasure(file),
  },
  before: async (newer) => {
    const sql = 'SELECT deal FROM deals ORDER BY received_at DESC, id DESC LIMIT 1 OFFSET ?';
    const [deal] = await file.list(sql, [newer], (row: { deal: string }) => dealFromJson(row.deal));
    return deal as WorkedDeal;
  },
});
