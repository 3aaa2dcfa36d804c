import { accountTables } from './account-rows.ts';
import { fileTables } from './connection/open-file.ts';
import { contactTables } from './contact-rows.ts';
import { dealTables } from './deal-rows.ts';

/** The tables that the CRM and vendors' keys need. Others belong to operators. */
export const crmTables = [fileTables, contactTables, dealTables, accountTables].join('\n');
