#!/usr/bin/env bash
# mailparser 3.14.2: a mail that has only HTML gets a `text` made from it. There a table has no cells and no rows: what they
# hold is joined with nothing between. A lead sent as a table of labels and values, as by many forms, is a single run:
# `NamePat ExamplePhone(604) 555-0123Zip02134`. Blanks in the markup become blanks, but no row ever has a line of its own.
# Expected by most: a line for each row, and something between two cells, as paragraphs have their lines.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact mailparser@3.14.2
cat > read.mjs <<'JS'
import { simpleParser } from 'mailparser';
const mail = async (html) => (await simpleParser(`From: forms@example.com\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`)).text;
const rows = { Name: 'Pat Example', Phone: '(604) 555-0123', Zip: '02134' };
const table = (between) => `<table>${Object.entries(rows).map(([label, value]) => `<tr><th>${label}</th>${between}<td>${value}</td></tr>`).join(between)}</table>`;
console.log('table:', JSON.stringify(await mail(table(''))));
console.log('table with line breaks in its markup:', JSON.stringify(await mail(table('\n'))));
console.log('paragraphs:', JSON.stringify(await mail('<p>Name <b>Pat Example</b></p><p>Phone <b>(604) 555-0123</b></p>')));
JS
seen=$(node read.mjs)
expected='table: "NamePat ExamplePhone(604) 555-0123Zip02134"
table with line breaks in its markup: "Name Pat Example Phone (604) 555-0123 Zip 02134"
paragraphs: "Name Pat Example\n\nPhone (604) 555-0123"'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
