import { DAY_MS } from '#operators/domain/day.ts';
import type { TalliedRow, TalliedState, Tally } from '#operators/domain/work/tally.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';

/**
 * Tallies of whole days, so that a report of a year does not read each of its leads. SQLite's triggers remove a day's
 * tally when a lead of that day changes in anything that a report counts, also if an earlier release changes it. A
 * tally carries the number of the schema in which that was so: programs that take triggers away change the number.
 */
export const talliedTables = `
  CREATE TABLE tallied_days (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- none is given twice
    day INTEGER NOT NULL UNIQUE, -- since 1970, by UTC
    tally TEXT -- NULL while the day's leads are read
  ) STRICT;
  CREATE TRIGGER tallied_lead_added AFTER INSERT ON deals BEGIN
    DELETE FROM tallied_days WHERE day = new.received_at / ${DAY_MS};
  END;
  CREATE TRIGGER tallied_lead_changed
    AFTER UPDATE OF received_at, vendor_id, deal_type, status, owner, waits_since, follow_up_at, tally ON deals BEGIN
    DELETE FROM tallied_days WHERE day IN (old.received_at / ${DAY_MS}, new.received_at / ${DAY_MS});
  END;
  CREATE TRIGGER tallied_lead_removed AFTER DELETE ON deals BEGIN
    DELETE FROM tallied_days WHERE day = old.received_at / ${DAY_MS};
  END;
`;

/** Forgets all tallies, which changes were not taken from while a trigger was missing. */
export const forgetTallies = (db: Database): void => void db.run('DELETE FROM tallied_days');

/** Whether `work`, which adds or changes a lead of this time, makes the file forget the tally of that day. */
export function forgetsTally(db: Database, at: Date, work: () => boolean): boolean {
  const day = Math.floor(at.getTime() / DAY_MS);
  db.run('INSERT OR REPLACE INTO tallied_days (day) VALUES (?)', [day]);
  return work() && db.one(markedDay, [day]) === undefined;
}

/** The most leads of a day whose tally is kept: parsing so many holds nobody up. */
const MOST_LEADS = 20_000;

/** The tallies of a file. A day's tally is kept once the day is over: once a lead of a later day is there. */
export class TalliedDays {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  /** Resolves to the tally of a day as it is kept; otherwise reads and keeps it. */
  async tallyOf(day: number, read: (since: number, until: number) => Promise<Tally>): Promise<Tally> {
    const [known] = await this.#file.list(knownDay, [day], (row: KnownDay) => row);
    if (!known) return { leads: [] };
    const kept: KeptTally | undefined = known.tally === null ? undefined : JSON.parse(known.tally);
    if (kept && kept.schema === known.schema) return tallyFrom(kept);
    const mark = await this.#written((db) => markOf(db, day)); // a change takes it away
    const tally = await read(day * DAY_MS, (day + 1) * DAY_MS);
    if (mark && tally.leads.length <= MOST_LEADS)
      await this.#written((db) => {
        const schema = schemaOf(db);
        if (schema === mark.schema) db.run(keepTally, [JSON.stringify(keptTally(tally, schema)), mark.id]);
      });
    return tally;
  }

  /** Writes if the file can be written now: a report is as right without. */
  #written<T>(unit: (db: Database) => T): Promise<T | undefined> {
    return this.#file.writeNew(unit).catch(() => undefined);
  }
}

/**
 * A tally as it is kept: what leads have in common stands there once, and a lead has its place. With their names in each
 * lead, the text would be five times as long.
 */
interface KeptTally {
  readonly rows: readonly TalliedRow[];
  readonly owners: readonly (string | null)[];
  readonly states: readonly TalliedState[];
  readonly leads: readonly KeptLead[];
  readonly schema: number | undefined;
}

type KeptLead = readonly [
  row: number,
  owner: number,
  state: number,
  receivedAt: number,
  answeredAt: number | null,
];

function keptTally({ leads }: Tally, schema: number | undefined): KeptTally {
  const rows = new Places<TalliedRow>();
  const owners = new Places<string | null>();
  const states = new Places<TalliedState>();
  const kept = leads.map(
    ({ row, owner, state, receivedAt, answeredAt }): KeptLead => [
      rows.of(row),
      owners.of(owner),
      states.of(state),
      receivedAt,
      answeredAt,
    ],
  );
  return { rows: rows.values, owners: owners.values, states: states.values, leads: kept, schema };
}

function tallyFrom({ rows, owners, states, leads }: KeptTally): Tally {
  return {
    leads: leads.map(([row, owner, state, receivedAt, answeredAt]) => ({
      row: rows[row] as TalliedRow,
      owner: owners[owner] ?? null,
      state: states[state] as TalliedState,
      receivedAt,
      answeredAt,
    })),
  };
}

/** Values in the order in which they come, each once. */
class Places<T> {
  readonly values: T[] = [];
  readonly #places = new Map<T, number>();

  /** The place of a value. */
  of(value: T): number {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.#places.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Marks a day whose leads are to be read. `undefined` for a day that is not over, and without all triggers. */
function markOf(db: Database, day: number): Mark | undefined {
  const { count } = db.one<{ count: number }>(countTriggers) ?? {};
  const isMarked = count === 3 && db.run(markDay, [day]) === 1;
  const marked = isMarked ? db.one<Pick<Mark, 'id'>>(markedDay, [day]) : undefined;
  return marked && { ...marked, schema: schemaOf(db) };
}

const countTriggers = `SELECT count(*) AS count FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'tallied_lead_%'`;

/** SQLite's number of the schema. It goes up whenever a part of the schema is made or taken away. */
const schemaOf = (db: Database): number | undefined =>
  db.one<{ schema_version: number }>('PRAGMA schema_version')?.schema_version;

interface Mark {
  readonly id: number;
  readonly schema: number | undefined;
}

interface KnownDay extends Pick<Mark, 'schema'> {
  readonly tally: string | null;
}

/** A day that has leads, and its tally if it is kept. */
const knownDay = `
  SELECT tally, (SELECT schema_version FROM pragma_schema_version) AS schema FROM (SELECT ? AS asked) LEFT JOIN tallied_days ON day = asked
  WHERE EXISTS (SELECT 1 FROM deals WHERE received_at >= asked * ${DAY_MS} AND received_at < (asked + 1) * ${DAY_MS})`;

const markDay = `
  INSERT OR REPLACE INTO tallied_days (day)
  SELECT asked FROM (SELECT ? AS asked) WHERE asked < (SELECT max(received_at) FROM deals) / ${DAY_MS}`;

const markedDay = 'SELECT id FROM tallied_days WHERE day = ?';

const keepTally = 'UPDATE tallied_days SET tally = ? WHERE id = ?';
