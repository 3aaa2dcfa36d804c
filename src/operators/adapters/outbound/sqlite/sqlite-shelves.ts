import type { Shelves } from '#operators/application/ports/outbound/shelves.ts';
import { accounts } from '../../../../adapters/outbound/sqlite/account-rows.ts';
import type { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { heldLeads, sources } from '../../../../adapters/outbound/sqlite/source-rows.ts';
import { contactShelf } from './contacts/contact-records.ts';
import { accessTokens, people, subscriptions } from './desk/desk-tables.ts';
import { audit } from './desk/sqlite-audit-log.ts';
import { dealShelf } from './leads/deal-rows.ts';
import { asItCameShelf } from './sources/as-it-came-rows.ts';
import { recordShelf } from './tables/records.ts';
import { refusalShelf } from './vendors/sqlite-refusals.ts';
import { deliveryShelf } from './webhooks/delivery-rows.ts';
import { hookKeyShelf, hooks } from './webhooks/sqlite-hooks.ts';

export const sqliteShelves = (file: DataFile): Shelves => ({
  vendors: recordShelf(file, accounts),
  people: recordShelf(file, people),
  accessTokens: recordShelf(file, accessTokens),
  subscriptions: recordShelf(file, subscriptions),
  contacts: contactShelf(file),
  deals: dealShelf(file),
  hookKey: hookKeyShelf(file),
  hooks: recordShelf(file, hooks),
  deliveries: deliveryShelf(file),
  refusals: refusalShelf(file),
  sources: recordShelf(file, sources),
  held: recordShelf(file, heldLeads), // removing one leaves its row of identities, which finds nothing then
  asItCame: asItCameShelf(file),
  audit: recordShelf(file, audit),
});
