#!/usr/bin/env bash
# Bruno CLI 4.1.0 makes a script of each link of an OpenAPI document, which keeps the value for the next request. The JSON
# pointer of the link, `$response.body#/body/leadId`, becomes `res.body.body/leadId`: a division by a name that is not there.
# Each request that succeeds is then an error, and the run ends with 1; one that is refused passes.
# Expected by most: an import either understands a link or leaves it out.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${server:-}" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact @usebruno/cli@4.1.0
cat > openapi.json <<'JSON'
{"openapi": "3.1.0", "info": {"title": "Leads", "version": "1"}, "servers": [{"url": "/v1"}], "paths": {
  "/lead": {"post": {"operationId": "createLead", "summary": "Create", "responses": {"200": {"description": "Made",
    "links": {"status": {"operationId": "getLead", "parameters": {"leadId": "$response.body#/body/leadId"}}}}}}},
  "/lead/{leadId}": {"get": {"operationId": "getLead", "summary": "Get", "responses": {"200": {"description": "Found"}},
    "parameters": [{"name": "leadId", "in": "path", "required": true, "schema": {"type": "string"}}]}}}}
JSON
cat > server.mjs <<'JS'
import { createServer } from 'node:http';
const server = createServer((_, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json' }).end('{"statusCode":200,"body":{"leadId":"7"}}');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
node server.mjs > port & server=$!
until [ -s port ]; do sleep 0.1; done
mkdir made
node_modules/.bin/bru import openapi -s openapi.json -o made -n leads --collection-format bru > /dev/null
script=$(grep -rho "bru.setVar(.*)" made | head -n 1)
cd made/leads
code=0
../../node_modules/.bin/bru run -r --env-var "baseUrl=http://127.0.0.1:$(cat ../../port)" --reporter-json ../../run.json > ../../said.txt 2>&1 || code=$?
seen="$script
exit code $code
$(grep -o "'leadId' is not defined" ../../said.txt | head -n 1)"
expected="bru.setVar('getLead_leadId', res.body.body/leadId)
exit code 1
'leadId' is not defined"
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; cat ../../said.txt; exit 1; }
