import type { People, Person } from 'partner-lead-service';
import type { Database } from './database.ts';
import { withTimes } from './records.ts';

/** Who works with leads, in PostgreSQL. */
export class PostgresPeople implements People {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async keep(person: Person): Promise<void> {
    await this.#database.transaction((client) =>
      client.query(
        'INSERT INTO people (id, content) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET content = excluded.content',
        [person.id, JSON.stringify(person)],
      ),
    );
  }

  add(person: Person): Promise<boolean> {
    return this.#database.transaction(async (client) => {
      const { rowCount } = await client.query(
        'INSERT INTO people (id, content) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
        [person.id, JSON.stringify(person)],
      );
      return rowCount === 1;
    });
  }

  all(): Promise<readonly Person[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query('SELECT content FROM people');
      return rows.map(({ content }) => withTimes<Person>(content));
    });
  }
}
