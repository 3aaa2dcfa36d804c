import type { Hook, HookDirectory, Progress } from 'partner-lead-service';
import type { Database } from './database.ts';
import { inSteps } from './events.ts';
import { withTimes } from './records.ts';

/** The webhooks in PostgreSQL. */
export class PostgresHooks implements HookDirectory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(hook: Hook): Promise<void> {
    await this.#database.transaction((client) =>
      client.query('INSERT INTO hooks (id, created, content) VALUES ($1, $2, $3)', [
        hook.id,
        hook.created,
        JSON.stringify(hook),
      ]),
    );
  }

  hooks(): Promise<readonly Hook[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query('SELECT content FROM hooks ORDER BY created, id');
      return rows.map(({ content }) => withTimes<Hook>(content));
    });
  }

  change(hookId: string, decide: (hook: Hook) => Hook): Promise<Hook | undefined> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query('SELECT content FROM hooks WHERE id = $1', [hookId]);
      if (rows.length === 0) return undefined;
      const changed = decide(withTimes<Hook>(rows[0].content));
      await client.query('UPDATE hooks SET content = $2 WHERE id = $1', [hookId, JSON.stringify(changed)]);
      return changed;
    });
  }

  keepKey(fingerprint: string, replacing?: string): Promise<string> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `INSERT INTO hook_key AS kept (fingerprint) VALUES ($1) ON CONFLICT (only_one) DO UPDATE
         SET fingerprint = CASE kept.fingerprint WHEN $2 THEN $1 ELSE kept.fingerprint END RETURNING fingerprint`,
        [fingerprint, replacing],
      );
      return rows[0].fingerprint;
    });
  }

  keptKey(): Promise<string | undefined> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query('SELECT fingerprint FROM hook_key');
      return rows[0]?.fingerprint;
    });
  }

  async remove(hookId: string, progress?: Progress): Promise<void> {
    await inSteps(this.#database, hookId, { change: 'DELETE FROM deliveries' }, progress);
    await this.#database.transaction((client) => client.query('DELETE FROM hooks WHERE id = $1', [hookId]));
  }
}
