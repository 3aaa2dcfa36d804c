#!/usr/bin/env bash
# Node 24.21.0 (npm package `node`): `getPrivateKey()` of `crypto.createECDH` leaves zeros at the beginning of a key out. One
# pair of P-256 in 256 has a private key of 31 bytes, or fewer, which others refuse: web-push 3.6.7 asks for 32 (RFC 7518,
# 6.2.2.1). Node signs with it, and the JWK that Node exports is whole, so that no test on one machine notices.
# Expected by most: a private key of P-256 has 32 bytes, and what works with one pair works with the next.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "allowScripts": { "node": true } }' > package.json
npm install --silent --no-audit --no-fund --save-exact node@24.21.0 web-push@3.6.7
cat > try.mjs <<'JS'
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
const pair = createECDH('prime256v1');
pair.setPrivateKey(`00${'17'.repeat(31)}`, 'hex');
const key = pair.getPrivateKey();
const answer = (privateKey) => {
  try {
    webPush.setVapidDetails('mailto:it@example.com', pair.getPublicKey('base64url'), privateKey.toString('base64url'));
    return 'taken';
  } catch ({ message }) {
    return message;
  }
};
console.log(`${key.length} bytes: ${answer(key)}`);
console.log(`with its zero: ${answer(Buffer.concat([Buffer.alloc(1), key]))}`);
let short = 0;
for (let n = 0; n < 20_000; n += 1) {
  pair.generateKeys();
  if (pair.getPrivateKey().length < 32) short += 1;
}
console.log(`short among 20,000 pairs: ${short > 30 && short < 150 ? 'about one in 256' : short}`);
JS
seen=$(node_modules/node/bin/node try.mjs)
expected='31 bytes: Vapid private key should be 32 bytes long when decoded.
with its zero: taken
short among 20,000 pairs: about one in 256'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
