#!/usr/bin/env bash
# node:sqlite of Node 22.18.0, 22.19.0 and 24.6.0 (npm package `node`) takes no values by position for `?1` and `?2`: "column index
# out of range". 22.20.0 and 24.7.0 do. Python's sqlite3 does, too. Who tries the newest of a
# line of Node ships what its older ones refuse.
# Expected by most: `?1` is the first value, as SQLite's documentation says, in each release of a line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > numbered.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite';
const answer = (sql, ...values) => {
  try {
    return new DatabaseSync(':memory:').prepare(sql).get(...values).is;
  } catch ({ message }) {
    return message;
  }
};
console.log(`${process.version}: ?, ? ${answer('SELECT ? || ? AS "is"', 'a', 'b')}; ?2, ?1 ${answer('SELECT ?2 || ?1 AS "is"', 'a', 'b')}`);
JS
seen=''
for version in 22.18.0 22.19.0 22.20.0 24.6.0 24.7.0; do
  mkdir "$version"
  echo '{ "allowScripts": { "node": true } }' > "$version/package.json"
  npm install --prefix "$version" --silent --no-audit --no-fund "node@$version"
  seen+="$("$version/node_modules/node/bin/node" --no-warnings numbered.mjs)"$'\n'
  rm -r "$version"
done
expected='v22.18.0: ?, ? ab; ?2, ?1 column index out of range
v22.19.0: ?, ? ab; ?2, ?1 column index out of range
v22.20.0: ?, ? ab; ?2, ?1 ba
v24.6.0: ?, ? ab; ?2, ?1 column index out of range
v24.7.0: ?, ? ab; ?2, ?1 ba
'
printf '%s' "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
