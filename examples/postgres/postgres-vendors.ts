import type { IssuedKey, KnownKey, VendorAccount, VendorDirectory } from 'partner-lead-service';
import type { Client, Database } from './database.ts';
import { plain, withTimes } from './records.ts';

/** The vendors' accounts in PostgreSQL. */
export class PostgresVendors implements VendorDirectory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add({ id, name, created }: VendorAccount): Promise<'added' | 'name-taken'> {
    return this.#database.transaction(async (client) => {
      const sql = 'INSERT INTO vendors (id, name, created) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING';
      const { rowCount } = await client.query(sql, [id, name, created]);
      return rowCount === 1 ? 'added' : 'name-taken';
    });
  }

  account(idOrName: string): Promise<VendorAccount | undefined> {
    return this.#database.transaction((client) =>
      accountWhere(client, 'id = $1 OR name = $1 ORDER BY id = $1 DESC', plain(idOrName)),
    );
  }

  holderOf(keyId: string): Promise<VendorAccount | undefined> {
    return this.#database.transaction((client) =>
      accountWhere(client, 'id = (SELECT vendor FROM vendor_keys WHERE id = $1)', plain(keyId)),
    );
  }

  accounts(): Promise<readonly VendorAccount[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query('SELECT id, name, created FROM vendors ORDER BY name');
      const keys = await client.query('SELECT vendor, content, last_used FROM vendor_keys ORDER BY place');
      return rows.map((row) => ({
        ...row,
        keys: keys.rows.filter(({ vendor }) => vendor === row.id).map(keyFrom),
      }));
    });
  }

  changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined> {
    return this.#database.transaction(async (client) => {
      const account = await accountWhere(client, 'id = $1', plain(vendorId));
      if (!account) return undefined;
      const { keys } = change(account);
      for (const [place, key] of keys.entries())
        await client.query(
          `INSERT INTO vendor_keys (id, vendor, place, digest, content, last_used) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
          [key.id, vendorId, place, key.digest, JSON.stringify(key), key.lastUsed],
        );
      return { ...account, keys };
    });
  }

  async markUsed(keyId: string, at: Date): Promise<void> {
    await this.#database.transaction((client) =>
      client.query(
        'UPDATE vendor_keys SET last_used = $2 WHERE id = $1 AND (last_used IS NULL OR last_used < $2)',
        [plain(keyId), at],
      ),
    );
  }

  find(digest: string): Promise<KnownKey | undefined> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `SELECT content, last_used, v.id, v.name FROM vendor_keys k JOIN vendors v ON v.id = k.vendor WHERE digest = $1`,
        [digest],
      );
      const [row] = rows;
      return row && { ...keyFrom(row), vendor: { id: row.id, name: row.name } };
    });
  }
}

async function accountWhere(
  client: Client,
  condition: string,
  value: string,
): Promise<VendorAccount | undefined> {
  const { rows } = await client.query(`SELECT id, name, created FROM vendors WHERE ${condition}`, [value]);
  const [row] = rows;
  if (!row) return undefined;
  const keys = await client.query(
    'SELECT content, last_used FROM vendor_keys WHERE vendor = $1 ORDER BY place',
    [row.id],
  );
  return { ...row, keys: keys.rows.map(keyFrom) };
}

const keyFrom = ({ content, last_used }: { content: IssuedKey; last_used: Date | null }): IssuedKey => ({
  ...withTimes(content),
  lastUsed: last_used ?? undefined,
});
