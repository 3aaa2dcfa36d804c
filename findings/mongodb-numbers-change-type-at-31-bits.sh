#!/usr/bin/env bash
# bson 7.3.4 (of the MongoDB driver 7.9.0) writes a whole number as int32 up to 2147483647 and as a double above, never as int64.
# So a phone number or a time in milliseconds that Node has stored is a float for a reader that tells them apart: bson of
# PyMongo 4.20.1 has 604555012 for one lead and 6045550123.0 for the next, in one field, and its text has a `.0`.
# Expected by most: whole numbers stay whole, and one field has one type; a bigint (6045550123n) does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact bson@7.3.4
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check pymongo==4.20.1
cat > write.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { serialize } from 'bson';
writeFileSync('lead.bson', serialize({ short: 604555012, phone: 6045550123, at: Date.UTC(2026, 10, 28), big: 6045550123n }));
JS
node write.mjs
seen=$(python/bin/python -c "
import bson
print(bson.decode(open('lead.bson', 'rb').read()))")
expected="{'short': 604555012, 'phone': 6045550123.0, 'at': 1795824000000.0, 'big': 6045550123}"
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
