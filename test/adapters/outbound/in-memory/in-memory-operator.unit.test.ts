import { describe } from 'vitest';
import { InMemoryAuditLog } from '../../../../src/adapters/outbound/in-memory/in-memory-audit-log.ts';
import { InMemoryBackOffice } from '../../../../src/adapters/outbound/in-memory/in-memory-back-office.ts';
import { InMemoryCrm } from '../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryRecords } from '../../../../src/adapters/outbound/in-memory/in-memory-records.ts';
import { InMemoryVendors } from '../../../../src/adapters/outbound/in-memory/in-memory-vendors.ts';
import { auditLogContract } from '../../../contracts/audit-log.contract.ts';
import { backOfficeContract } from '../../../contracts/back-office.contract.ts';
import { vendorDirectoryContract } from '../../../contracts/vendor-directory.contract.ts';

describe('the vendor directory in memory', () => vendorDirectoryContract(async () => new InMemoryVendors()));

describe('the back office in memory', () =>
  backOfficeContract(async () => {
    const records = new InMemoryRecords();
    return { crm: new InMemoryCrm(records), backOffice: new InMemoryBackOffice(records) };
  }));

describe('the audit log in memory', () =>
  auditLogContract(async () => {
    const audit = new InMemoryAuditLog();
    return { audit, kept: async () => audit.entries };
  }));
