import { writeSync } from 'node:fs';
import { newLeadId } from '../../src/adapters/outbound/runtime/runtime.ts';
import { addLead } from '../../src/adapters/outbound/sqlite/sqlite-crm.ts';
import { madeUpLead } from '../../src/application/made-up-lead.ts';
import { fileOfLeads } from '../../src/operators/adapters/outbound/sqlite/file-of-leads.ts';
import { besideDeals } from '../../src/operators/adapters/outbound/sqlite/leads/beside-deals.ts';

/** Dies while a made-up lead is in the file that is named, and not yet taken back. */
await fileOfLeads(process.argv[2] ?? '').rehearse((db) => {
  const outcome = addLead(db, besideDeals, madeUpLead(newLeadId));
  if (outcome === 'added' && db.one('SELECT 1 FROM deals')) writeSync(1, 'a deal is there\n');
  process.kill(process.pid, 'SIGKILL');
});
