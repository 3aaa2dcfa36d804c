import { InMemoryContacts } from './in-memory-contacts.ts';
import { InMemoryErasure } from './in-memory-erasure.ts';
import { InMemoryLeads } from './in-memory-leads.ts';
import type { InMemoryRecords } from './in-memory-records.ts';
import { InMemoryReport } from './in-memory-report.ts';

/** What operators work with, on the records of an InMemoryCrm. */
export const inMemoryBackOffice = (records: InMemoryRecords) => ({
  leads: new InMemoryLeads(records),
  contacts: new InMemoryContacts(records),
  report: new InMemoryReport(records),
  erasure: new InMemoryErasure(records),
});
