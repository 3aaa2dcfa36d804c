#!/usr/bin/env bash
# commander 15.0.0: an argument that begins with a dash is an option, even if it has blanks in it: `note "- call back"` and
# `note "-5 degrees"` are "unknown option". `note "-5"` alone is taken, as a number: what is quoted makes no difference.
# Expected by most: a text with a blank can be no option, since none can be declared with one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact commander@15.0.0
cat > note.mjs <<'JS'
import { Command } from 'commander';
new Command('note').argument('<text>').option('--by <name>').action((text) => console.log(`noted: ${text}`)).parse();
JS
note() { node note.mjs "$@" 2>&1 || true; }
seen="$(note '-5')
$(note '-5 degrees')
$(note '- call back')
$(note -- '- call back')
$(note --by '- me' x)"
expected="noted: -5
error: unknown option '-5 degrees'
error: unknown option '- call back'
noted: - call back
noted: x"
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
