#!/usr/bin/env bash
# SQLite 3.53.4 (of Node 24.21.0): `wal_checkpoint(TRUNCATE)` over a connection with a busy timeout, while somebody reads, keeps
# all others from writing for as long as it waits, and then ends without an error, with busy 1.
# Expected by most: in WAL mode readers keep nobody from writing; a checkpoint that has to wait for one waits by itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact node@24.21.0
cat > checkpoint.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
const db = new DatabaseSync('rows.db', { timeout: 0 });
db.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (n)');
const reader = new DatabaseSync('rows.db');
reader.exec('BEGIN');
reader.prepare('SELECT count(*) FROM rows').get();
db.exec('INSERT INTO rows VALUES (1)');
const program = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync('rows.db', { timeout: 2000 });
  require('node:worker_threads').parentPort.postMessage(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get().busy);`;
const checkpoint = new Worker(program, { eval: true });
let busy;
checkpoint.on('message', (told) => (busy = told));
let [refused, first] = [0, 0];
while (busy === undefined) {
  try {
    db.exec('INSERT INTO rows VALUES (2)');
  } catch ({ errcode }) {
    if (errcode === 5) refused = performance.now() - (first ||= performance.now());
  }
  await sleep(10);
}
console.log(`writers refused for more than a second: ${refused > 1_000}, the checkpoint: busy ${busy}`);
process.exit();
JS
seen="$(node_modules/.bin/node -p '`SQLite ${process.versions.sqlite}`'): $(node_modules/.bin/node checkpoint.mjs)"
expected='SQLite 3.53.4: writers refused for more than a second: true, the checkpoint: busy 1'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
