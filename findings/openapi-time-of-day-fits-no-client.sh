#!/usr/bin/env bash
# OpenAPI's `type: string, format: time` ("call me at") is the time of RFC 3339, which ends with a zone, and ajv-formats 3.0.1
# on the server asks for it. The Zod schema that orval 8.38.0 writes from the same document for the client is the `iso.time()`
# of zod 4.6.7, which refuses any zone: there is no value that a generated client sends and such a server takes.
# Expected by most: one is stricter than the other, and a complete time satisfies both, as with `format: date-time`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null && npm pkg set type=module
npm install --silent --no-audit --no-fund --save-exact node@24.21.0 orval@8.38.0 zod@4.6.7 ajv@8.20.0 ajv-formats@3.0.1
export PATH="$PWD/node_modules/.bin:$PATH"
cat > openapi.json <<'JSON'
{"openapi": "3.1.0", "info": {"title": "Leads", "version": "1"}, "paths": {"/calls": {"post": {"operationId": "call",
  "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["at"],
    "properties": {"at": {"type": "string", "format": "time"}}}}}},
  "responses": {"204": {"description": "Done"}}}}}}
JSON
orval --input ./openapi.json --output ./client.ts --client zod > said.txt 2>&1 || { cat said.txt; exit 1; }
cat > check.ts <<'TS'
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { CallBody } from './client.ts';
const ajv = new Ajv.default();
formats.default(ajv);
const server = ajv.compile({ type: 'string', format: 'time' });
for (const at of ['09:30:00Z', '09:30:00-07:00', '09:30:00', '09:30'])
  console.log(`${at}: server by ajv-formats ${server(at)}, client by orval ${CallBody.safeParse({ at }).success}`);
TS
seen=$(node check.ts)
expected='09:30:00Z: server by ajv-formats true, client by orval false
09:30:00-07:00: server by ajv-formats true, client by orval false
09:30:00: server by ajv-formats false, client by orval true
09:30: server by ajv-formats false, client by orval true'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
