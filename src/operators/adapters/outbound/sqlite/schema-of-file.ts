import type { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { Database, IN_MEMORY } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { crmTables } from '../../../../adapters/outbound/sqlite/crm-tables.ts';
import { heldIndex, sourceTables } from '../../../../adapters/outbound/sqlite/source-rows.ts';
import { deskTables } from './desk/desk-tables.ts';
import { auditTables } from './desk/sqlite-audit-log.ts';
import { giftTables, oneDealForEachKey, workTables } from './leads/deal-rows.ts';
import { forgetTallies, talliedTables } from './leads/tallied-days.ts';
import { remainsTables } from './remains/owed-rows.ts';
import { asItCameTables, forgetOrphans } from './sources/as-it-came-rows.ts';
import { refusalTables } from './vendors/sqlite-refusals.ts';
import { deliveryTables } from './webhooks/delivery-rows.ts';
import { hookTables } from './webhooks/sqlite-hooks.ts';

/** The statements that make all tables of a file, with their indexes and triggers. */
export const tables = [
  crmTables,
  sourceTables,
  workTables,
  refusalTables,
  hookTables,
  deliveryTables,
  remainsTables,
  auditTables,
  deskTables,
  giftTables,
  talliedTables,
  asItCameTables,
  heldIndex,
].join('\n');

/** A part of a file's schema. */
interface Part {
  readonly kind: 'table' | 'column' | 'constraint' | 'index' | 'trigger';
  readonly name: string;
  /** What has to be the same in every file. */
  readonly form: string;
  /** The statement that makes it; `null` for a part of a table. */
  readonly sql: string | null;
}

/** Tables first, then what they have. Other programs write the same default of a column in other ways. */
const parts = `
  WITH own AS (
    SELECT name, wr, strict FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
  )
  SELECT 'table' AS kind, name, json_array(wr, strict) AS form, sql
  FROM own JOIN sqlite_schema USING (name)
  UNION ALL
  SELECT 'column', own.name || '.' || c.name, json_array(upper(c.type), c."notnull", c.pk), NULL
  FROM own, pragma_table_xinfo(own.name) AS c
  UNION ALL
  SELECT 'constraint', own.name || ' UNIQUE (' || (SELECT group_concat(name) FROM pragma_index_info(i.name)) || ')',
    '', NULL
  FROM own, pragma_index_list(own.name) AS i WHERE i.origin = 'u'
  UNION ALL
  SELECT type, name, sql, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`;

const partsOf = (db: Database): Part[] => db.all<Part>(parts);

let made: readonly Part[] | undefined;

/** All parts that this release makes. */
function madeParts(): readonly Part[] {
  if (made) return made;
  const db = new Database(IN_MEMORY, 'rwc');
  db.execute(tables);
  made = partsOf(db);
  db.close();
  return made;
}

/** A part that a file lacks, or has in another form. */
interface Lacking extends Part {
  readonly isMendable: boolean;
}

/** The parts of this release that a file lacks or has in another form. Of a table that it lacks, that alone. */
export function lackingIn(db: Database): readonly Lacking[] {
  const present = new Map(partsOf(db).map((part) => [nameOf(part), inOneLine(part.form)]));
  const isThere = (part: Part) => present.has(nameOf(part));
  const isInTable = ({ sql, name }: Part) => sql !== null || present.has(`table ${/^\w+/.exec(name)?.[0]}`);
  return madeParts()
    .filter((part) => present.get(nameOf(part)) !== inOneLine(part.form) && isInTable(part))
    .map((part) => ({ ...part, isMendable: part.sql !== null && !(part.kind === 'table' && isThere(part)) }));
}

/** The name of a part in messages, such as `index deals_owner`. */
const nameOf = ({ kind, name }: Part): string => `${kind} ${name}`;

const inOneLine = (form: string): string => form.replace(/\s+/g, ' ');

/** Whether a file lacks a table, as one of an earlier release does. */
export function lacksTable(db: Database): boolean {
  const present = new Set(db.all<Pick<Part, 'name'>>(presentTables).map(({ name }) => name));
  return tableNames.some((name) => !present.has(name));
}

const presentTables = `SELECT name FROM sqlite_schema WHERE type = 'table'`;
const tableNames = [...tables.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(
  ([, name = '']) => name,
);

/** Sentences on what a file lacks. */
export function schemaProblems(db: Database): readonly string[] {
  const { mendable = [], rest = [] } = Object.groupBy(lackingIn(db), ({ isMendable }) =>
    isMendable ? 'mendable' : 'rest',
  );
  const told = (some: readonly Part[], then: string) =>
    some.length > 0
      ? [
          `Another program took parts of DATA_FILE away, or changed them: ${some.map(nameOf).join(', ')}. ${then}`,
        ]
      : [];
  return [
    ...told(mendable, 'leads upgrade and the next start of a server make them again.'),
    ...told(rest, 'They cannot be made again: restore a backup.'),
  ];
}

/** Makes what a file lacks and can have, each part in a write of its own. Resolves to the names of these parts. */
export async function mend(file: DataFile): Promise<readonly string[]> {
  const lacking = (await file.read(lackingIn)).filter(({ isMendable }) => isMendable);
  for (const part of lacking) await file.read((db) => inOneWrite(db, () => make(db, part)));
  return lacking.map(nameOf);
}

/** Makes all that a file of an earlier release lacks. */
export function makeLacking(db: Database): void {
  for (const part of lackingIn(db)) if (part.isMendable) make(db, part);
}

function make(db: Database, { kind, name, sql }: Part): void {
  if (kind === 'table') return void db.execute(sql as string);
  db.execute(`DROP ${kind} IF EXISTS ${name}`);
  if (name === 'deals_idempotency') oneDealForEachKey(db);
  db.execute(sql as string);
  if (kind !== 'trigger') return;
  forgetTallies(db);
  forgetOrphans(db);
}

/** Runs work in one write transaction, so that processes that open the file at once do so one after the other. */
export function inOneWrite(db: Database, work: () => unknown): void {
  db.execute('BEGIN IMMEDIATE');
  try {
    work();
    db.execute('COMMIT');
  } catch (error) {
    if (db.isInTransaction) db.execute('ROLLBACK');
    throw error;
  }
}
