import { afterAll } from 'vitest';
import type { DataFile } from '../../../../../src/adapters/outbound/sqlite/connection/data-file.ts';
import { SqliteSources } from '../../../../../src/adapters/outbound/sqlite/sqlite-sources.ts';
import { SqliteContacts } from '../../../../../src/operators/adapters/outbound/sqlite/contacts/sqlite-contacts.ts';
import { SqliteErasure } from '../../../../../src/operators/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import {
  accessTokensIn,
  leasesIn,
  peopleIn,
  subscriptionsIn,
  ticketsIn,
} from '../../../../../src/operators/adapters/outbound/sqlite/desk/desk-tables.ts';
import { SqliteAuditLog } from '../../../../../src/operators/adapters/outbound/sqlite/desk/sqlite-audit-log.ts';
import { SqliteLeads } from '../../../../../src/operators/adapters/outbound/sqlite/leads/sqlite-leads.ts';
import { SqliteReport } from '../../../../../src/operators/adapters/outbound/sqlite/leads/sqlite-report.ts';
import { SqliteManagedSources } from '../../../../../src/operators/adapters/outbound/sqlite/sources/sqlite-managed-sources.ts';
import { SqliteRefusals } from '../../../../../src/operators/adapters/outbound/sqlite/vendors/sqlite-refusals.ts';
import { SqliteDeliveries } from '../../../../../src/operators/adapters/outbound/sqlite/webhooks/sqlite-deliveries.ts';
import { SqliteHooks } from '../../../../../src/operators/adapters/outbound/sqlite/webhooks/sqlite-hooks.ts';
import { accessTokensContract } from '../../../../../suites/access-tokens-contract.ts';
import { asItCameContract } from '../../../../../suites/as-it-came-contract.ts';
import { auditLogContract } from '../../../../../suites/audit-log-contract.ts';
import { backOfficeContract } from '../../../../../suites/back-office-contract.ts';
import { leasesContract } from '../../../../../suites/leases-contract.ts';
import { peopleContract } from '../../../../../suites/people-contract.ts';
import { refusalsContract } from '../../../../../suites/refusals-contract.ts';
import { sourcesContract } from '../../../../../suites/sources-contract.ts';
import { subscriptionsContract } from '../../../../../suites/subscriptions-contract.ts';
import { ticketsContract } from '../../../../../suites/tickets-contract.ts';
import { vendorDirectoryContract } from '../../../../../suites/vendor-directory-contract.ts';
import { webhooksContract } from '../../../../../suites/webhooks-contract.ts';
import { crmIn, sharedFile, vendorsIn } from '../../../../support/sqlite-file.ts';

const { file, other, breakDown, clear, close } = sharedFile();
afterAll(close);

/** With a second adapter, which has opened the file as another process would. */
const on = <P, A>(partsOf: (file: DataFile) => P, anotherOf: (parts: P) => A) => ({
  ...partsOf(file),
  another: async () => anotherOf(partsOf(other)),
  breakDown,
  close: clear,
});

const backOffice = (file: DataFile) => ({
  crm: crmIn(file),
  leads: new SqliteLeads(file),
  contacts: new SqliteContacts(file),
  report: new SqliteReport(file),
  erasure: new SqliteErasure(file),
});

backOfficeContract('SQLite', async () => on(backOffice, (parts) => parts));

webhooksContract('SQLite', async () =>
  on(
    (file) => ({
      ...backOffice(file),
      hooks: new SqliteHooks(file),
      deliveries: new SqliteDeliveries(file),
    }),
    (parts) => parts,
  ),
);

vendorDirectoryContract('SQLite', async () =>
  on(
    (file) => ({ vendors: vendorsIn(file) }),
    ({ vendors }) => vendors,
  ),
);

auditLogContract('SQLite', async () =>
  on(
    (file) => {
      const audit = new SqliteAuditLog(file);
      return { audit, kept: async () => (await audit.entries({})).toReversed() };
    },
    ({ audit }) => audit,
  ),
);

ticketsContract('SQLite', async () =>
  on(
    (file) => ({ tickets: ticketsIn(file) }),
    ({ tickets }) => tickets,
  ),
);

peopleContract('SQLite', async () =>
  on(
    (file) => ({ people: peopleIn(file) }),
    ({ people }) => people,
  ),
);

leasesContract('SQLite', async () =>
  on(
    (file) => ({ leases: leasesIn(file) }),
    ({ leases }) => leases,
  ),
);

accessTokensContract('SQLite', async () =>
  on(
    (file) => ({ accessTokens: accessTokensIn(file) }),
    ({ accessTokens }) => accessTokens,
  ),
);

subscriptionsContract('SQLite', async () =>
  on(
    (file) => ({ subscriptions: subscriptionsIn(file) }),
    ({ subscriptions }) => subscriptions,
  ),
);

refusalsContract('SQLite', async () =>
  on(
    (file) => ({ refusals: new SqliteRefusals(file) }),
    ({ refusals }) => refusals,
  ),
);

asItCameContract('SQLite', async () =>
  on(
    (file) => ({ ...backOffice(file), managed: new SqliteManagedSources(file) }),
    (parts) => parts,
  ),
);

sourcesContract('SQLite', async () =>
  on(
    (file) => ({ sources: new SqliteSources(file), managed: new SqliteManagedSources(file) }),
    () => undefined as never,
  ),
);
