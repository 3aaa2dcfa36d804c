import {
  type Contact,
  clockOf,
  type Deal,
  EmailAddress,
  externalKey,
  type IdentityKey,
  identityKeys,
  isUnanswered,
  PhoneNumber,
  saidKeys,
  saidWords,
  statusSince,
  vehicleWords,
} from 'partner-lead-service';
import type { Client } from './database.ts';

/** An id or a key as PostgreSQL can keep it: its `text` has no NUL. Different ones stay different. */
export const plain = (text: string): string =>
  text.replaceAll('\u0001', '\u0001\u0001').replaceAll('\0', '\u0001\u0002');

/** The id or key that `plain` was given. */
export const unplain = (kept: string): string =>
  kept
    .split('\u0001\u0001')
    .map((part) => part.replaceAll('\u0001\u0002', '\0'))
    .join('\u0001');

/** A contact or deal as it is kept. An index looks into it, so that none of its texts may have a NUL. */
const kept = (record: Contact | Deal): string =>
  JSON.stringify(record, (_, value) => (typeof value === 'string' ? plain(value) : value));

export const contactFrom = (content: Contact): Contact => restored(content);

export const dealFrom = (content: Deal): Deal => restored(content);

/** The domain's own values and times, from what JSON keeps of them. */
function restored<T>(content: T): T {
  return withTimes(content, (name, value) => {
    if (typeof value === 'string') return unplain(value);
    if (name === 'email') return EmailAddress.restore(value.value);
    return name === 'phone' ? PhoneNumber.restore(value.value) : value;
  });
}

const times = new Set([
  ...['answeredAt', 'at', 'changedAt', 'created', 'expires', 'failingSince', 'followUpAt', 'followUpTold'],
  ...['left', 'receivedAt', 'revoked', 'seen', 'since', 'unansweredTold'],
]);

/** Times, from the texts that JSON keeps of them. `rest` is asked for every other value. */
// biome-ignore lint/suspicious/noExplicitAny: whatever JSON has
export function withTimes<T>(content: T, rest = (_name: string, value: any): unknown => value): T {
  return JSON.parse(JSON.stringify(content), (name, value) =>
    times.has(name) ? new Date(value) : rest(name, value),
  );
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
    [id, kept(contact), shows],
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
    `INSERT INTO deals (id, contact, status, status_since, owner, changed_at, follow_up, unanswered_since, external_id,
       said, words, content, vendor, idempotency_key, key_id, deal_type, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT DO NOTHING`,
    [
      ...changeable({ ...deal, contactId }),
      plain(deal.vendorId),
      deal.idempotency?.key,
      deal.history[0]?.by,
      deal.dealType,
      deal.receivedAt,
    ],
  );
  return rowCount === 1;
}

/** Replaces what is kept of a deal. */
export async function changeDeal(client: Client, deal: Deal): Promise<void> {
  await client.query(
    `UPDATE deals SET contact = $2, status = $3, status_since = $4, owner = $5, changed_at = $6, follow_up = $7,
       unanswered_since = $8, external_id = $9, said = $10, words = $11, content = $12 WHERE id = $1`,
    changeable(deal),
  );
}

const changeable = (deal: Deal): unknown[] => [
  deal.id,
  deal.contactId,
  deal.status,
  statusSince(deal),
  deal.owner,
  deal.changedAt,
  deal.followUpAt,
  isUnanswered(deal) ? clockOf(deal).since : undefined,
  deal.externalId && plain(deal.externalId),
  [...saidKeys(deal), ...(deal.externalId === undefined ? [] : [plain(`x:${externalKey(deal.externalId)}`)])],
  deal.customer
    ? [...saidWords(deal).map((word) => `n:${word}`), ...vehicleWords(deal).map((word) => plain(`v:${word}`))]
    : [],
  kept(deal),
];

/** The deals that a condition holds for, by default in order of receipt. `$1` and so on are `values`. */
export async function dealsWhere(
  client: Client,
  condition: string,
  values: readonly unknown[],
  limit?: number,
  order = 'received_at, id',
): Promise<Deal[]> {
  const most = limit === undefined ? '' : `LIMIT ${limit}`;
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
