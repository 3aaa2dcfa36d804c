#!/usr/bin/env bash
# Bun 1.4.5: `request.url` of a request without Host, which HTTP/1.0 allows and health checks of proxies send (HAProxy's
# `option httpchk` by default), is `/healthz`, no URL. `new URL(request.url)`, the first line of most handlers and routers,
# throws, so that a healthy server is taken out of service. Deno 2.9.6 gives http://localhost:PORT/healthz.
# Expected by most: the `url` of a Request is a whole URL, as the Fetch standard says.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "allowScripts": { "bun": true, "deno": true } }' > package.json
npm install --silent --no-audit --no-fund --save-exact bun@1.4.5 deno@2.9.6
cat > ask.mjs <<'JS'
import { connect } from 'node:net';
import process from 'node:process';
const fetch = ({ url }) => new Response(`${url.replace(/:\d+\//, ':PORT/')} ${URL.canParse(url) ? 'is a URL' : 'is no URL'}`);
const options = { port: 0, hostname: '127.0.0.1' };
const port = globalThis.Bun ? Bun.serve({ ...options, fetch }).port : Deno.serve({ ...options, onListen() {} }, fetch).addr.port;
const socket = connect(port, '127.0.0.1');
let heard = '';
socket.on('data', (part) => (heard += part)).on('close', () => {
  console.log(heard.split('\r\n\r\n').at(-1));
  process.exit();
});
socket.write('GET /healthz HTTP/1.0\r\n\r\n');
JS
seen="Bun: $(node_modules/.bin/bun ask.mjs)
Deno: $(node_modules/.bin/deno run --allow-net ask.mjs)"
expected='Bun: /healthz is no URL
Deno: http://localhost:PORT/healthz is a URL'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
