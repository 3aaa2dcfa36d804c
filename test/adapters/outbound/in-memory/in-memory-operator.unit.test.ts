import { InMemoryAccessTokens } from '../../../../src/adapters/outbound/in-memory/in-memory-access-tokens.ts';
import { InMemoryAuditLog } from '../../../../src/adapters/outbound/in-memory/in-memory-audit-log.ts';
import { inMemoryBackOffice } from '../../../../src/adapters/outbound/in-memory/in-memory-back-office.ts';
import { InMemoryCrm } from '../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryDeliveries } from '../../../../src/adapters/outbound/in-memory/in-memory-deliveries.ts';
import { InMemoryHooks } from '../../../../src/adapters/outbound/in-memory/in-memory-hooks.ts';
import { InMemoryLeases } from '../../../../src/adapters/outbound/in-memory/in-memory-leases.ts';
import { InMemoryPeople } from '../../../../src/adapters/outbound/in-memory/in-memory-people.ts';
import { InMemoryRecords } from '../../../../src/adapters/outbound/in-memory/in-memory-records.ts';
import { InMemoryRefusals } from '../../../../src/adapters/outbound/in-memory/in-memory-refusals.ts';
import { InMemoryTickets } from '../../../../src/adapters/outbound/in-memory/in-memory-tickets.ts';
import { InMemoryVendors } from '../../../../src/adapters/outbound/in-memory/in-memory-vendors.ts';
import { accessTokensContract } from '../../../../src/testing/access-tokens-contract.ts';
import { auditLogContract } from '../../../../src/testing/audit-log-contract.ts';
import { backOfficeContract } from '../../../../src/testing/back-office-contract.ts';
import { leasesContract } from '../../../../src/testing/leases-contract.ts';
import { peopleContract } from '../../../../src/testing/people-contract.ts';
import { refusalsContract } from '../../../../src/testing/refusals-contract.ts';
import { ticketsContract } from '../../../../src/testing/tickets-contract.ts';
import { vendorDirectoryContract } from '../../../../src/testing/vendor-directory-contract.ts';
import { webhooksContract } from '../../../../src/testing/webhooks-contract.ts';

const options = { without: ['breakDown', 'another'] } as const; // there is no network, and no other process

vendorDirectoryContract('in memory', async () => ({ vendors: new InMemoryVendors() }), options);

backOfficeContract(
  'in memory',
  async () => {
    const records = new InMemoryRecords();
    return { crm: new InMemoryCrm(records), ...inMemoryBackOffice(records) };
  },
  options,
);

auditLogContract(
  'in memory',
  async () => {
    const audit = new InMemoryAuditLog();
    return { audit, kept: async () => audit.kept };
  },
  options,
);

ticketsContract('in memory', async () => ({ tickets: new InMemoryTickets() }), options);

peopleContract('in memory', async () => ({ people: new InMemoryPeople() }), options);

leasesContract('in memory', async () => ({ leases: new InMemoryLeases() }), options);

accessTokensContract('in memory', async () => ({ accessTokens: new InMemoryAccessTokens() }), options);

refusalsContract('in memory', async () => ({ refusals: new InMemoryRefusals() }), options);

webhooksContract(
  'in memory',
  async () => {
    const records = new InMemoryRecords();
    return {
      crm: new InMemoryCrm(records),
      ...inMemoryBackOffice(records),
      hooks: new InMemoryHooks(records),
      deliveries: new InMemoryDeliveries(records),
    };
  },
  options,
);
