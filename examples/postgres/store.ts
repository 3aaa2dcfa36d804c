import { type Store, storeModule } from 'partner-lead-service/compose';
import { Database } from './database.ts';
import { PostgresAuditLog } from './postgres-audit-log.ts';
import { PostgresBackOffice } from './postgres-back-office.ts';
import { PostgresCrm } from './postgres-crm.ts';
import { PostgresDeliveries } from './postgres-deliveries.ts';
import { PostgresHooks } from './postgres-hooks.ts';
import { PostgresLeases } from './postgres-leases.ts';
import { PostgresPeople } from './postgres-people.ts';
import { PostgresRefusals } from './postgres-refusals.ts';
import { PostgresTickets } from './postgres-tickets.ts';
import { PostgresVendors } from './postgres-vendors.ts';

/** The database that DATABASE_URL names, for every program of the service. */
export function postgresStore(url: string | undefined = process.env.DATABASE_URL): Store {
  if (!url) throw new Error('Set DATABASE_URL, for example to postgres://user:password@127.0.0.1:5432/leads');
  const database = new Database(url);
  const vendors = new PostgresVendors(database);
  const module = storeModule(
    {
      crm: new PostgresCrm(database),
      vendors,
      storeHealth: database.isReachable,
      backOffice: new PostgresBackOffice(database),
      managedVendors: vendors,
      audit: new PostgresAuditLog(database),
      hooks: new PostgresHooks(database),
      deliveries: new PostgresDeliveries(database),
      tickets: new PostgresTickets(database),
      people: new PostgresPeople(database),
      leases: new PostgresLeases(database),
      refusals: new PostgresRefusals(database),
    },
    () => database.close(),
  );
  return { name: 'PostgreSQL', setting: 'DATABASE_URL', durable: true, module };
}
