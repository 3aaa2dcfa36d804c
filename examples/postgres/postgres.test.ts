import type { RecordedEntry } from 'partner-lead-service';
import {
  auditLogContract,
  backOfficeContract,
  crmContract,
  leasesContract,
  linkTo,
  peopleContract,
  refusalsContract,
  ticketsContract,
  vendorDirectoryContract,
  webhooksContract,
} from 'partner-lead-service/testing';
import { afterAll } from 'vitest';
import { Database } from './database.ts';
import { PostgresAuditLog } from './postgres-audit-log.ts';
import { PostgresBackOffice } from './postgres-back-office.ts';
import { PostgresCrm } from './postgres-crm.ts';
import { PostgresDeliveries } from './postgres-deliveries.ts';
import { startPostgres } from './postgres-for-tests.ts';
import { PostgresHooks } from './postgres-hooks.ts';
import { PostgresLeases } from './postgres-leases.ts';
import { PostgresPeople } from './postgres-people.ts';
import { PostgresRefusals } from './postgres-refusals.ts';
import { PostgresTickets } from './postgres-tickets.ts';
import { PostgresVendors } from './postgres-vendors.ts';
import { contactFrom, dealFrom } from './records.ts';

const server = await startPostgres('-c', 'fsync=off');
const urlAt = (place: number) => `postgres://postgres:password@127.0.0.1:${place}/postgres`;

/** Past the adapters under test. */
const own = new Database(server.url);
afterAll(async () => {
  await own.close();
  await server.stop();
});
const query = (sql: string, values: unknown[] = []) =>
  own.transaction(async (client) => (await client.query(sql, values)).rows);

/** Empty tables, behind a link that can break down: a time limit shows in silence, idle connections when they are cut. */
async function open(failure: 'fallSilent' | 'cutOff') {
  await query(
    'TRUNCATE contacts, deals, vendors, audit, hooks, hook_key, tickets, people, leases, refused_requests CASCADE',
  );
  const link = await linkTo(server.port);
  const database = new Database(urlAt(link.port));
  return {
    database,
    async breakDown() {
      link[failure]();
      return async () => link.mend();
    },
    async close() {
      link.close();
      await database.close();
    },
  };
}

crmContract('PostgreSQL', async () => {
  const { database, breakDown, close } = await open('fallSilent');
  const second = new Database(server.url);
  return {
    crm: new PostgresCrm(database),
    another: async () => new PostgresCrm(second),
    contacts: async () =>
      (await query('SELECT content FROM contacts WHERE content IS NOT NULL')).map((row) =>
        contactFrom(row.content),
      ),
    deals: async () => (await query('SELECT content FROM deals')).map((row) => dealFrom(row.content)),
    async changeStatus(id, status) {
      const [row] = await query('SELECT content FROM deals WHERE id = $1', [id]);
      const content = JSON.stringify({ ...row.content, status });
      await query('UPDATE deals SET status = $2, content = $3 WHERE id = $1', [id, status, content]);
    },
    async refuseWrites() {
      await query(refusing);
    },
    breakDown,
    async close() {
      await query('DROP FUNCTION IF EXISTS refuse CASCADE');
      await second.close();
      await close();
    },
  };
});

const refusing = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
  CREATE TRIGGER refused BEFORE INSERT OR UPDATE ON contacts EXECUTE FUNCTION refuse();
  CREATE TRIGGER refused BEFORE INSERT OR UPDATE ON deals EXECUTE FUNCTION refuse();`;

backOfficeContract('PostgreSQL', async () => {
  const { database, ...under } = await open('cutOff');
  const another = async () => new PostgresBackOffice(own);
  return { crm: new PostgresCrm(database), backOffice: new PostgresBackOffice(database), another, ...under };
});

vendorDirectoryContract('PostgreSQL', async () => {
  const { database, ...under } = await open('cutOff');
  const another = async () => new PostgresVendors(own);
  return { vendors: new PostgresVendors(database), another, ...under };
});

auditLogContract('PostgreSQL', async () => {
  const { database, ...under } = await open('cutOff');
  const kept = async () => {
    const rows = await query('SELECT content, ended FROM audit ORDER BY place');
    return rows.map(
      ({ content, ended }): RecordedEntry => ({
        ...content,
        at: new Date(content.at),
        ...ended,
      }),
    );
  };
  return { audit: new PostgresAuditLog(database), kept, ...under };
});

webhooksContract('PostgreSQL', async () => {
  const { database, ...under } = await open('cutOff');
  return { ...webhooksOn(database), another: async () => webhooksOn(own), ...under };
});

const webhooksOn = (database: Database) => ({
  crm: new PostgresCrm(database),
  backOffice: new PostgresBackOffice(database),
  hooks: new PostgresHooks(database),
  deliveries: new PostgresDeliveries(database),
});

ticketsContract('PostgreSQL', async () => {
  const { database, ...under } = await open('cutOff');
  return { tickets: new PostgresTickets(database), another: async () => new PostgresTickets(own), ...under };
});

peopleContract('PostgreSQL', async () => {
  const { database, ...under } = await open('cutOff');
  return { people: new PostgresPeople(database), another: async () => new PostgresPeople(own), ...under };
});

leasesContract('PostgreSQL', async () => {
  const { database, ...under } = await open('cutOff');
  return { leases: new PostgresLeases(database), another: async () => new PostgresLeases(own), ...under };
});

refusalsContract('PostgreSQL', async () => {
  const { database, ...under } = await open('cutOff');
  return {
    refusals: new PostgresRefusals(database),
    another: async () => new PostgresRefusals(own),
    ...under,
  };
});
