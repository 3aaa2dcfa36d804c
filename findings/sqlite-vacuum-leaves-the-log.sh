#!/usr/bin/env bash
# SQLite 3.53.4 (of Node 24.21.0): rows are deleted with secure_delete on, VACUUM writes the whole file again, and a checkpoint
# says that all of the log is in the file. Their text is gone from the file, and stays in the log, which nothing shortens.
# Expected by most: after VACUUM and a checkpoint that is complete, deleted rows are nowhere. Only TRUNCATE empties the log, and
# that is never done beside a program that always reads, such as Litestream.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact node@24.21.0
cat > vacuum.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
const db = new DatabaseSync('rows.db');
db.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; CREATE TABLE rows (text)');
for (let n = 0; n < 50; n += 1) db.prepare('INSERT INTO rows VALUES (?)').run(`${n % 2 ? 'kept' : 'secret'} ${'x'.repeat(500)}`);
db.exec("DELETE FROM rows WHERE text LIKE 'secret%'");
db.exec('VACUUM');
const { busy, log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
const has = (file) => readFileSync(file).includes('secret');
console.log(`SQLite ${process.versions.sqlite}: busy ${busy}, all in the file ${log === checkpointed}`);
console.log(`deleted text in the file: ${has('rows.db')}, in the log: ${has('rows.db-wal')}`);
db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
console.log(`after TRUNCATE in the log: ${has('rows.db-wal')}`);
JS
seen=$(node_modules/.bin/node vacuum.mjs)
expected='SQLite 3.53.4: busy 0, all in the file true
deleted text in the file: false, in the log: true
after TRUNCATE in the log: false'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
