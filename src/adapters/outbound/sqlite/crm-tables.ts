import { accountTables } from './account-rows.ts';
import { fileTables } from './connection/open-file.ts';
import { contactTables } from './contact-rows.ts';
import { dealTables } from './deal-rows.ts';

/** What the CRM and the keys of vendors need of a file: all else is others'. */
export const crmTables = [fileTables, contactTables, dealTables, accountTables].join('\n');
