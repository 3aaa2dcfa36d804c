import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { DAY_MS } from '../../../../domain/day.ts';
import type { Tally } from '../../../../domain/work/tally.ts';

/**
 * Tallies of whole days, so that a report of a year does not read each of its leads. SQLite's triggers remove a day's
 * tally when a lead of that day changes in anything that a report counts, also if an earlier release changes it.
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
    if (!known) return noLeads;
    if (known.tally !== null) return JSON.parse(known.tally);
    const mark = await this.#written((db) => markOf(db, day)); // a change takes it away
    const tally = await read(day * DAY_MS, (day + 1) * DAY_MS);
    if (mark && tally.leads.length <= MOST_LEADS)
      await this.#written((db) => db.run(keepTally, [JSON.stringify(tally), mark.id]));
    return tally;
  }

  /** Writes if the file can be written now: a report is as right without. */
  #written<T>(unit: (db: Database) => T): Promise<T | undefined> {
    return this.#file.writeNew(unit).catch(() => undefined);
  }
}

const markOf = (db: Database, day: number): Mark | undefined =>
  db.run(markDay, [day]) === 1 ? db.one<Mark>(markedDay, [day]) : undefined;

interface Mark {
  readonly id: number;
}

interface KnownDay {
  readonly tally: string | null;
}

/** A day that has leads, and its tally if it is kept. */
const knownDay = `
  SELECT tally FROM (SELECT ? AS asked) LEFT JOIN tallied_days ON day = asked
  WHERE EXISTS (SELECT 1 FROM deals WHERE received_at >= asked * ${DAY_MS} AND received_at < (asked + 1) * ${DAY_MS})`;

const noLeads: Tally = { rows: [], owners: [], states: [], leads: [] };

const markDay = `
  INSERT OR REPLACE INTO tallied_days (day)
  SELECT asked FROM (SELECT ? AS asked) WHERE asked < (SELECT max(received_at) FROM deals) / ${DAY_MS}`;

const markedDay = 'SELECT id FROM tallied_days WHERE day = ?';

const keepTally = 'UPDATE tallied_days SET tally = ? WHERE id = ?';
