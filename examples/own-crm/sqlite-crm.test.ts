import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crmContract } from 'partner-lead-service/testing';
import { SqliteCrm } from './sqlite-crm.ts';

crmContract(
  'SQLite',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sqlite-crm-'));
    const opened: SqliteCrm[] = [];
    const open = () => {
      const crm = new SqliteCrm(join(folder, 'leads.sqlite'));
      opened.push(crm);
      return crm;
    };
    const crm = open();
    return {
      crm,
      contacts: async () => crm.contacts(),
      deals: async () => crm.deals(),
      another: async () => open(),
      close: async () => {
        for (const each of opened) each.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
  { without: ['breakDown'] }, // there is no network to cut
);
