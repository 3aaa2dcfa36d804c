import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contactFromJson, createLeadService, Lead, StoreUnavailable } from 'partner-lead-service';
import {
  besideCrm,
  compose,
  fileModule,
  LineJournal,
  operatorModule,
  readConfig,
  tokens,
} from 'partner-lead-service/compose';
import { dealFromJson } from 'partner-lead-service/operators';
import { startServer } from 'partner-lead-service/server';
import { crmContract, webhooksContract } from 'partner-lead-service/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { SqliteCrm } from './sqlite-crm.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An empty file, and what it keeps. */
function emptyFile() {
  const folder = mkdtempSync(join(tmpdir(), 'own-crm-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'crm.sqlite');
  const open = () => {
    const crm = new SqliteCrm(file);
    ends.push(crm.close);
    return crm;
  };
  /** As another program would work on the same file. */
  const onFile = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(file);
    ends.push(() => database.close());
    return work(database);
  };
  const kept = (table: string) =>
    onFile((database) => database.prepare(`SELECT content FROM ${table} ORDER BY rowid`).all()).map((row) =>
      String(row.content),
    );
  return {
    file,
    open,
    onFile,
    contacts: () => kept('contacts').map(contactFromJson),
    deals: () => kept('deals').map(dealFromJson),
  };
}

const ourStore = async (crm: SqliteCrm) => ({
  name: 'our CRM',
  durable: true,
  module: besideCrm(crm, await fileModule(':memory:')),
});

async function composed(store: Awaited<ReturnType<typeof ourStore>>) {
  const journal = new LineJournal('silent');
  return compose(await readConfig({}, store), { store: store.module, journal, modules: [operatorModule] });
}

const draft = { firstName: 'Ada', dealType: 'sales', vendorName: 'Acme', notes: 'Call back.' };
const ada = Lead.parse({ ...draft, email: 'ada@example.com' });

crmContract(
  'our CRM',
  async () => {
    const { open, onFile, contacts, deals } = emptyFile();
    return {
      crm: open(),
      contacts: async () => contacts(),
      deals: async () => deals(),
      another: async () => open(),
      changeStatus: async (id, status) => {
        const sql = "UPDATE deals SET content = json_set(content, '$.status', ?) WHERE id = ?";
        onFile((database) => database.prepare(sql).run(status, id));
      },
      refuseWrites: async () => onFile((database) => database.exec(refuseWrites)),
    };
  },
  { without: ['breakDown'] }, // there is no network to cut
);

const refuseWrites = ['contacts', 'deals']
  .flatMap((table) => ['INSERT', 'UPDATE'].map((write) => ({ table, write })))
  .map(
    ({ table, write }) =>
      `CREATE TRIGGER no_${write}_${table} BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END;`,
  )
  .join('\n');

webhooksContract(
  'our CRM, with webhooks beside it',
  async () => {
    const store = await composed(await ourStore(emptyFile().open()));
    const [hooks, deliveries] = [store.get(tokens.hooks), store.get(tokens.deliveries)];
    return { crm: store.get(tokens.crm), hooks, deliveries };
  },
  { without: ['breakDown', 'another', 'operators'] },
);

it('takes leads with an issued key, and tells a webhook of them, and of a status that our CRM has set', async () => {
  const told: { type: string; data: { leadId: string; status: string; customer?: { email: string } } }[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks = await request.toArray();
    told.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  ends.push(() => receiver.close());
  const { port } = receiver.address() as { port: number };

  const crm = emptyFile().open();
  const store = await ourStore(crm);
  const service = await composed(store);
  const operator = service.get(tokens.operator);
  const by = 'grace';
  const { id: vendor } = await operator.addVendor({ name: 'Acme', by });
  const { text } = await operator.issueKey({ vendor, by });
  await operator.addHook({ url: `http://127.0.0.1:${port}/`, by });
  const server = await startServer({ store, env: { PORT: '0', LOG_LEVEL: 'silent' } });
  ends.push(() => server?.stop());

  const answer = await fetch(`${server?.url}/v1/lead`, {
    method: 'POST',
    headers: { 'x-api-key': text, 'content-type': 'application/json' },
    body: '{"first_name":"Ada","email":"ada@example.com","deal_type":"sales","vendor_name":"Acme","lead_notes":"x"}',
  });
  const { body } = (await answer.json()) as { body: { leadId: string } };
  const { lead, change } = crm.setStatus(body.leadId, 'Won');
  await service.get(tokens.announceStatus)(lead, change);
  const again = crm.setStatus(body.leadId, 'Won');
  await service.get(tokens.announceStatus)(again.lead, again.change);

  await expect
    .poll(() => told.map(({ type }) => type).toSorted(), { timeout: 20_000 })
    .toEqual(['lead.received', 'lead.status_changed']);
  const received = told.find(({ type }) => type === 'lead.received');
  expect(received?.data).toMatchObject({ leadId: body.leadId, customer: { email: 'ada@example.com' } });
  const read = await fetch(`${server?.url}/v1/lead/${body.leadId}`, { headers: { 'x-api-key': text } });
  expect(await read.json()).toMatchObject({ body: { status: 'Won' } });
}, 30_000);

/** Keeps a hundred customers, once its parent says so. */
const keepCustomers = `
  import { createLeadService, Lead } from 'partner-lead-service';
  import { SqliteCrm } from '${new URL('sqlite-crm.ts', import.meta.url)}';
  process.once('message', async (file) => {
    const { submitLead } = createLeadService({ crm: new SqliteCrm(file) });
    for (let number = 0; number < 100; number += 1) {
      const lead = { ...${JSON.stringify(draft)}, email: 'customer-' + number + '@example.com' };
      await submitLead({ lead: Lead.parse(lead), vendorId: 'acme' });
    }
    process.disconnect();
  });
  process.send('ready');`;

/** The suite cannot see this: SQLite's driver is synchronous, so in one process no two calls ever overlap. */
it('keeps one contact per customer when two processes open a new file at once, and meet the same customers', async () => {
  const { file, contacts } = emptyFile();
  const processes = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', keepCustomers], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  await Promise.all(processes.map((child) => Promise.race([once(child, 'message'), once(child, 'exit')])));
  for (const child of processes) child.send(file);
  const codes = await Promise.all(processes.map((child) => once(child, 'exit')));
  expect(codes.map(([code]) => code)).toEqual([0, 0]);
  expect(contacts()).toHaveLength(100);
}, 30_000);

describe('a call that fails', () => {
  const sent = { lead: ada, vendorId: 'acme' };

  it('is unavailable while another process has locked the database', async () => {
    const { open, onFile, contacts, deals } = emptyFile();
    const { submitLead } = createLeadService({ crm: open() });
    await onFile(async (other) => {
      other.exec('BEGIN IMMEDIATE');
      await expect(submitLead(sent)).rejects.toThrow(StoreUnavailable);
      other.exec('ROLLBACK');
    });
    await submitLead(sent);
    expect(deals().map(({ contactId }) => contactId)).toEqual(contacts().map(({ id }) => id));
  });

  it('says what went wrong even if SQLite has ended the transaction by itself, as when the disk is full', async () => {
    const { open, onFile, contacts, deals } = emptyFile();
    const { submitLead } = createLeadService({ crm: open() });
    const full = "CREATE TRIGGER full BEFORE INSERT ON contacts BEGIN SELECT RAISE(ROLLBACK, 'full'); END";
    onFile((database) => database.exec(full));
    await expect(submitLead(sent)).rejects.toThrow('full');
    onFile((database) => database.exec('DROP TRIGGER full'));
    await submitLead(sent);
    expect(deals().map(({ contactId }) => contactId)).toEqual(contacts().map(({ id }) => id));
  });
});
