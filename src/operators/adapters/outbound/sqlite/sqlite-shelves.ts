import { accounts } from '../../../../adapters/outbound/sqlite/account-rows.ts';
import type { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { sources } from '../../../../adapters/outbound/sqlite/source-rows.ts';
import type { Shelves } from '../../../application/ports/outbound/shelves.ts';
import { contactShelf } from './contacts/contact-records.ts';
import { accessTokens, people, subscriptions } from './desk/desk-tables.ts';
import { auditShelf } from './desk/sqlite-audit-log.ts';
import { dealShelf } from './leads/deal-rows.ts';
import { asItCameShelf } from './sources/as-it-came-rows.ts';
import { heldShelf } from './sources/sqlite-managed-sources.ts';
import { recordShelf } from './tables/records.ts';
import { refusalShelf } from './vendors/sqlite-refusals.ts';
import { deliveryShelf } from './webhooks/delivery-rows.ts';
import { hookKeyShelf, hookShelf } from './webhooks/sqlite-hooks.ts';

export const sqliteShelves = (file: DataFile): Shelves => ({
  vendors: recordShelf(file, accounts),
  people: recordShelf(file, people),
  accessTokens: recordShelf(file, accessTokens),
  subscriptions: recordShelf(file, subscriptions),
  contacts: contactShelf(file),
  deals: dealShelf(file),
  hookKey: hookKeyShelf(file),
  hooks: hookShelf(file),
  deliveries: deliveryShelf(file),
  refusals: refusalShelf(file),
  sources: recordShelf(file, sources),
  held: heldShelf(file),
  asItCame: asItCameShelf(file),
  audit: auditShelf(file),
});
