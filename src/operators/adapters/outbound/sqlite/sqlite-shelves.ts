import type { Shelves } from '#operators/application/ports/outbound/shelves.ts';
import type { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { contactShelf } from './contacts/contact-records.ts';
import { accessTokenShelf } from './desk/sqlite-access-tokens.ts';
import { auditShelf } from './desk/sqlite-audit-log.ts';
import { peopleShelf } from './desk/sqlite-people.ts';
import { subscriptionShelf } from './desk/sqlite-subscriptions.ts';
import { dealShelf } from './leads/deal-rows.ts';
import { asItCameShelf } from './sources/as-it-came-rows.ts';
import { heldShelf, sourceShelf } from './sources/sqlite-managed-sources.ts';
import { refusalShelf } from './vendors/sqlite-refusals.ts';
import { vendorShelf } from './vendors/sqlite-vendors.ts';
import { deliveryShelf } from './webhooks/delivery-rows.ts';
import { hookKeyShelf, hookShelf } from './webhooks/sqlite-hooks.ts';

export const sqliteShelves = (file: DataFile): Shelves => ({
  vendors: vendorShelf(file),
  people: peopleShelf(file),
  accessTokens: accessTokenShelf(file),
  subscriptions: subscriptionShelf(file),
  contacts: contactShelf(file),
  deals: dealShelf(file),
  hookKey: hookKeyShelf(file),
  hooks: hookShelf(file),
  deliveries: deliveryShelf(file),
  refusals: refusalShelf(file),
  sources: sourceShelf(file),
  held: heldShelf(file),
  asItCame: asItCameShelf(file),
  audit: auditShelf(file),
});
