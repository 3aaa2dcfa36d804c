#!/usr/bin/env bash
# libphonenumber-js 1.13.16: its finder reads two numbers that a comma or semicolon parts as one with an extension:
# `604-555-0123, 604-555-0199` is +16045550123, extension 604, and the second number is gone. With `or` or `/` between, both
# are found. The same search in Python's phonenumbers 9.0.43, of the same origin, finds both however they are parted.
# Expected by most: both numbers, as forms with one field for a telephone get them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact libphonenumber-js@1.13.16
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check phonenumbers==9.0.43
cat > find.mjs <<'JS'
import { findPhoneNumbersInText } from 'libphonenumber-js/max';
for (const sign of [', ', '; ', ' or '])
  for (const { number } of findPhoneNumbersInText(`604-555-0123${sign}604-555-0199`, 'US'))
    console.log(`libphonenumber-js, "${sign}": ${number.number} ext ${number.ext}`);
JS
cat > find.py <<'PY'
import phonenumbers
for sign in [', ', '; ', ' or ']:
    for match in phonenumbers.PhoneNumberMatcher(f'604-555-0123{sign}604-555-0199', 'US'):
        print(f'phonenumbers, "{sign}": +1{match.number.national_number} ext {match.number.extension}')
PY
seen=$(node find.mjs; python/bin/python find.py)
expected='libphonenumber-js, ", ": +16045550123 ext 604
libphonenumber-js, "; ": +16045550123 ext 604
libphonenumber-js, " or ": +16045550123 ext undefined
libphonenumber-js, " or ": +16045550199 ext undefined
phonenumbers, ", ": +16045550123 ext None
phonenumbers, ", ": +16045550199 ext None
phonenumbers, "; ": +16045550123 ext None
phonenumbers, "; ": +16045550199 ext None
phonenumbers, " or ": +16045550123 ext None
phonenumbers, " or ": +16045550199 ext None'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
