#!/usr/bin/env bash
# esbuild 0.28.2, mongodb 7.9.0, Node 24.21.0: a bundle of a CommonJS package takes Node a third longer to load with `--minify`
# than if the names are made short in a second run, and that of the same size. With short names, esbuild wraps each module in an
# arrow function, `E((e,t)=>{…})`, in place of a method, `__commonJS({"file"(exports,module){…}})`.
# Expected by most: what is smaller loads sooner, and one run or two is the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact node@24.21.0 esbuild@0.28.2 mongodb@7.9.0
echo "import { MongoClient } from 'mongodb'; export const client = MongoClient;" > entry.mjs
own="import{createRequire}from'node:module';const require=createRequire(import.meta.url);"
bundle() { node_modules/.bin/esbuild entry.mjs --bundle --platform=node --format=esm --banner:js="$own" --log-level=error "$@"; }
bundle --minify > one.mjs
bundle --minify-syntax --minify-whitespace > long.mjs
node_modules/.bin/esbuild long.mjs --minify --format=esm --log-level=error > two.mjs
cat > load.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
const [file] = process.argv.slice(2);
if (file) {
  const before = process.cpuUsage();
  await import(file);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
  process.exit();
}
const costs = { 'one.mjs': [], 'two.mjs': [] };
for (let round = 0; round < 31; round += 1)
  for (const [name, those] of Object.entries(costs))
    those.push(Number(execFileSync(process.execPath, ['load.mjs', `./${name}`], { encoding: 'utf8' })));
const [one, two] = Object.values(costs).map((those) => those.sort((a, b) => a - b)[15]);
console.error(`processor time of loading: ${one.toFixed(1)} ms in one run, ${two.toFixed(1)} in two`);
const sizes = statSync('two.mjs').size / statSync('one.mjs').size;
console.log(`in two runs: ${sizes < 1.02 && sizes > 0.98 ? 'as large' : 'not as large'}, ${one / two > 1.15 ? 'loads sooner' : 'no sooner'}`);
JS
seen=$(node_modules/.bin/node load.mjs)
expected='in two runs: as large, loads sooner'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
