import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteCrm } from '../../../../src/adapters/outbound/sqlite/sqlite-crm.ts';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { SqliteLeads } from '../../../../src/operators/adapters/outbound/sqlite/leads/sqlite-leads.ts';
import { dealOf, leadOf } from '../../../../suites/samples.ts';
import { addDeal, addLead, keepCustomer } from '../../../support/added-leads.ts';
import { crmIn, freshFile } from '../../../support/sqlite-file.ts';

describe('a file of leads', () => {
  let fresh: ReturnType<typeof freshFile>;
  beforeEach(() => {
    fresh = freshFile();
  });
  afterEach(() => fresh.close());

  async function addLeads(crm: SqliteCrm, ids: readonly string[]): Promise<void> {
    for (const id of ids) await addLead(crm, dealOf({}, { id }));
  }

  it('with spoiled pages is unavailable, and never says that a lead is not there; mended, it serves again', async () => {
    await addLeads(crmIn(fresh.file), ['lead-1']);
    await fresh.file.close();
    const whole = readFileSync(fresh.path);
    const page = 4_096;
    writeFileSync(fresh.path, Buffer.concat([whole.subarray(0, page), Buffer.alloc(whole.length - page, 7)]));

    const crm = crmIn(fresh.open());
    await expect(crm.statusOf('lead-1')).rejects.toThrow(StoreUnavailable);
    await expect(addLeads(crm, ['lead-2'])).rejects.toThrow(StoreUnavailable);

    writeFileSync(fresh.path, whole);
    await expect
      .poll(() => crm.statusOf('lead-1').catch(() => 'unavailable'))
      .toMatchObject({ status: 'In Progress' });
  });

  it('whose log was cut off has what was written before, whole, and goes on', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `lead-${n}`);
    await addLeads(crmIn(fresh.file), ids);
    const log = `${fresh.path}-wal`;
    const torn = freshFile();
    rmSync(torn.path, { force: true });
    copyFileSync(fresh.path, torn.path); // as after a loss of power: without closing
    copyFileSync(log, `${torn.path}-wal`);
    truncateSync(`${torn.path}-wal`, readFileSync(log).length - 1_000);

    const crm = crmIn(torn.open());
    const kept = await Promise.all(ids.map((id) => crm.statusOf(id)));
    const count = kept.filter(Boolean).length;
    expect([19, 18]).toContain(count); // the last one was in what is gone
    expect(kept.slice(0, count).every((status) => status?.status === 'In Progress')).toBe(true);
    await addLeads(crm, ['lead-new']);
    expect(await crm.statusOf('lead-new')).toBeDefined();
    await torn.close();
  });

  it('that was closed is whole without its log', async () => {
    const { file, path } = fresh;
    await addLeads(crmIn(file), ['lead-1']);
    expect(await new SqliteLeads(file).deals({ limit: 9 })).toHaveLength(1); // by the thread
    await file.close();
    expect(readdirSync(dirname(path))).toEqual([basename(path), `${basename(path)}-reserve`]);
    expect(await crmIn(fresh.open()).statusOf('lead-1')).toBeDefined();
  });

  it('on a full disk takes no lead and says so, and does what people do; with room it serves again', async () => {
    const crm = crmIn(fresh.file);
    await addLeads(crm, ['lead-1']);
    const pages = (count: string) => fresh.file.read((db) => db.execute(`PRAGMA max_page_count = ${count}`));
    await pages('1'); // as many as it has: SQLite then says FULL, as it does of a disk
    const notes = 'x'.repeat(20_000);
    const add = (id: string) => addDeal(crm, dealOf({ notes }, { id, contactId: 'contact-1' }));
    await expect(add('lead-2')).rejects.toThrow(/disk of the file of leads is full/);
    expect(await fresh.file.isReachable()).toBe(false);
    expect(existsSync(`${fresh.path}-reserve`)).toBe(false); // its room is for what comes now
    await expect(keepCustomer(crm, leadOf({}).customer)).rejects.toThrow(/is full/);
    await fresh.file.write((db) => db.run(`UPDATE deals SET owner = 'ada'`));

    await pages('100000');
    await expect.poll(() => add('lead-3').catch(() => 'full')).toBe('added');
    expect(await fresh.file.isReachable()).toBe(true);
    expect(existsSync(`${fresh.path}-reserve`)).toBe(true);
  });

  it('that is gone is not made anew, and one that is put in its place is opened', async () => {
    const crm = crmIn(fresh.file);
    await addLeads(crm, ['lead-1']);
    const mend = await fresh.breakDown();
    await expect(crm.statusOf('lead-1')).rejects.toThrow(StoreUnavailable);
    await expect(addLeads(crm, ['lead-2'])).rejects.toThrow(StoreUnavailable);
    expect(existsSync(fresh.path)).toBe(false);

    copyFileSync(`${fresh.path}.away`, fresh.path); // as somebody restores a backup
    await expect
      .poll(() => crm.statusOf('lead-1').catch(() => 'unavailable'))
      .toMatchObject({ status: 'In Progress' });
    await mend();
  });
});
