#!/usr/bin/env bash
# Node 24.21.0: `import 'node:http'` loads all of undici, Node's `fetch` and WebSocket, and the program takes twice the processor
# time to start; `createRequire` loads the same module without it. An import reads every export once, and of `http` the
# getters of WebSocket, MessageEvent and CloseEvent load undici.
# Expected by most: an import of one of Node's own modules costs what `require` of it does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact node@24.21.0
has="console.log(process.moduleLoadList.some((name) => name.includes('undici')))"
echo "import { createServer } from 'node:http'; $has" > import.mjs
echo "import { createRequire } from 'node:module'; createRequire(import.meta.url)('node:http'); $has" > require.mjs
seen="undici after import: $(node_modules/.bin/node import.mjs), after require: $(node_modules/.bin/node require.mjs)"
expected='undici after import: true, after require: false'
cost() { for _ in $(seq 11); do (TIMEFORMAT='%U %S'; time node_modules/.bin/node "$1" > out) 2>&1; done | awk '{ print ($1 + $2) * 1000 }' | sort -n | sed -n 6p; }
echo "processor time of the start: $(cost import.mjs) ms and $(cost require.mjs) ms"
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
