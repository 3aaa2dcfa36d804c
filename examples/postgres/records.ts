import {
  type Contact,
  type Deal,
  EmailAddress,
  type IdentityKey,
  identityKeys,
  PhoneNumber,
  saidKeys,
} from 'partner-lead-service';
import type { Client } from './database.ts';

/** An id or a key as PostgreSQL can keep it: its `text` has no NUL. Different ones stay different. */
export const plain = (text: string): string =>
  text.replaceAll('\u0001', '\u0001\u0001').replaceAll('\0', '\u0001\u0002');

export const contactFrom = (content: Contact): Contact => restored(content);

export const dealFrom = (content: Deal): Deal => restored(content);

/** Times and the domain's own values, from what JSON keeps of them. */
function restored<T>(content: T): T {
  return JSON.parse(JSON.stringify(content), (name, value) => {
    if (name === 'at' || name === 'receivedAt') return new Date(value);
    if (name === 'email') return EmailAddress.restore(value.value);
    return name === 'phone' ? PhoneNumber.restore(value.value) : value;
  });
}

/** The contacts that hold one of the keys. */
export async function holdersOf(client: Client, keys: readonly string[]): Promise<Contact[]> {
  const { rows } = await client.query(
    'SELECT content FROM contacts WHERE id IN (SELECT contact FROM contact_keys WHERE key = ANY($1)) ORDER BY id',
    [keys],
  );
  return rows.map(({ content }) => contactFrom(content));
}

/** Writes the contact and replaces its keys. */
export async function keepContact(client: Client, contact: Contact): Promise<void> {
  const { id, keys } = contact;
  const shows: IdentityKey[] = identityKeys(contact);
  await client.query(
    `INSERT INTO contacts (id, content, shows) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET content = excluded.content, shows = excluded.shows`,
    [id, JSON.stringify(contact), shows],
  );
  await client.query('DELETE FROM contact_keys WHERE contact = $1 AND NOT key = ANY($2)', [id, keys]);
  await client.query(
    `INSERT INTO contact_keys (key, contact) SELECT unnest($2::text[]), $1
     ON CONFLICT (key) DO NOTHING`,
    [id, keys],
  );
}

/** Writes the deal, unless there is one with its id, or one of its vendor with its idempotency key. */
export async function addDeal(client: Client, deal: Deal, contactId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO deals (id, contact, vendor, idempotency_key, key_id, external_id, said, status, received_at, content)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
    [
      deal.id,
      contactId,
      plain(deal.vendorId),
      deal.idempotency?.key,
      deal.history[0]?.by,
      deal.externalId && plain(deal.externalId),
      saidKeys(deal),
      deal.status,
      deal.receivedAt,
      JSON.stringify({ ...deal, contactId }),
    ],
  );
  return rowCount === 1;
}

/** Replaces what is kept of a deal. */
export async function changeDeal(client: Client, deal: Deal): Promise<void> {
  const { id, contactId, status, externalId } = deal;
  await client.query(
    'UPDATE deals SET contact = $2, status = $3, external_id = $4, said = $5, content = $6 WHERE id = $1',
    [id, contactId, status, externalId && plain(externalId), saidKeys(deal), JSON.stringify(deal)],
  );
}

/** The deals that a condition holds for, in order of receipt. `$1` and so on are `values`. */
export async function dealsWhere(
  client: Client,
  condition: string,
  values: readonly unknown[],
  limit?: number,
  newest = false,
): Promise<Deal[]> {
  const most = limit === undefined ? '' : `LIMIT ${limit}`;
  const order = newest ? 'received_at DESC, id DESC' : 'received_at, id';
  const { rows } = await client.query(
    `SELECT content FROM deals WHERE ${condition} ORDER BY ${order} ${most}`,
    [...values],
  );
  return rows.map(({ content }) => dealFrom(content));
}

/** The id of the contact that this one is part of now. */
export async function presentId(client: Client, contactId: string): Promise<string> {
  const { rows } = await client.query('SELECT merged_into FROM contacts WHERE id = $1', [plain(contactId)]);
  return rows[0]?.merged_into ?? contactId;
}
