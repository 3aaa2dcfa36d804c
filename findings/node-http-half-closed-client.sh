#!/usr/bin/env bash
# node 24.21.0 (npm package `node`): a server of node:http gives no answer to a client that ends its side after its
# request, if the answer is not ready at once. TCP allows to send a request, end one's side and wait (`nc -N`, a
# shutdown(SHUT_WR)). Node answers such a client within the same turn of the event loop, and closes the connection
# otherwise: the handler runs to its end, nobody sees an error, and the client reads nothing.
#
# Seen:
#   answer at once: HTTP/1.1 200 OK
#   answer after 50 ms: (nothing); the handler ended without an error
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --silent node@24.21.0
cat > half.mjs <<'JS'
import { createServer } from 'node:http';
import { connect } from 'node:net';

for (const wait of [0, 50]) {
  let ended = '';
  const server = createServer(async (request, response) => {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    response.on('error', () => (ended = 'the handler saw an error'));
    response.end('done');
    ended ||= 'the handler ended without an error';
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect({ port: server.address().port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (data) => (heard += data)).on('end', () => socket.end());
  socket.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const line = heard.split('\r\n')[0];
  console.log(wait === 0 ? `answer at once: ${line}` : `answer after ${wait} ms: ${line || '(nothing)'}; ${ended}`);
  server.close();
}
JS
seen=$(node_modules/.bin/node half.mjs)
echo "$seen"
expected='answer at once: HTTP/1.1 200 OK
answer after 50 ms: (nothing); the handler ended without an error'
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
