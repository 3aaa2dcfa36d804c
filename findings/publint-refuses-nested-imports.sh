#!/usr/bin/env bash
# publint 0.3.25 says that Node ignores `imports` of a package.json in a folder of a package. Node reads the nearest
# package.json, as its documentation of package scopes says, and finds the module: also where the package is installed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p made/inner
cat > made/package.json <<'JSON'
{ "name": "made", "version": "1.0.0", "type": "module", "license": "MIT", "exports": "./inner/first.js" }
JSON
cat > made/inner/package.json <<'JSON'
{ "type": "module", "imports": { "#inner/*": "./*" } }
JSON
echo "export { said } from '#inner/second.js';" > made/inner/first.js
echo "export const said = 'found';" > made/inner/second.js

npm init -y > /dev/null
npm install --silent --no-audit --no-fund publint@0.3.25
(cd made && npm pack --silent > /dev/null)
npm install --silent --no-audit --no-fund ./made/made-1.0.0.tgz

node --version
told=$(npx publint run ./made 2>&1 || true)
echo "$told" | grep -i imports || true
found=$(node --input-type=module -e "import { said } from 'made'; console.log(said)")
echo "Node, of the installed package: $found"
echo "$told" | grep -q 'ignored by Node' && [ "$found" = found ] || { echo 'This has changed.'; exit 1; }
