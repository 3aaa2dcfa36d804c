import { DatabaseSync } from 'node:sqlite';

/** What is in the file, past the adapters: of each table the rows, sorted. Not what a file keeps of itself. */
export function rowsIn(path: string): Readonly<Record<string, string[]>> {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('file', 'owed', 'vacuumed', 'tallied_days', 'sqlite_sequence')`,
    )
    .all()
    .map(({ name }) => `${name}`);
  const sorted = tables.map((table) => {
    const rows = db.prepare(`SELECT * FROM ${table}`).all();
    // In which order they came, and who is trying what, are a store's own.
    return [table, rows.map(({ number: _, lease: _l, ...row }) => textOf(row)).sort()] as const;
  });
  db.close();
  return Object.fromEntries(sorted);
}

/** JSON in a column as what it says. */
const textOf = (row: object): string =>
  JSON.stringify(Object.entries(row), (_name, value) =>
    typeof value === 'string' && /^[[{]/.test(value) ? inOrder(JSON.parse(value)) : value,
  );

export const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, inOrder(each)]);
};
