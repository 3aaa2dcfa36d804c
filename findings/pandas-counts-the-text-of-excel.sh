#!/usr/bin/env bash
# pandas 3.1.1 reads a workbook (.xlsx by openpyxl 3.1.5) whose cells say that they are text, and makes numbers of them all the
# same: the text '02134' is 2134, '+15550100' is 15550100, and a name 'NA' is missing. It does so for a column in which each
# text reads as a number: one further row with a letter keeps the zeros of the whole column.
# Expected by most: a CSV has no types and is guessed, a workbook has them: openpyxl alone gives back the text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check pandas==3.1.1 openpyxl==3.1.5
cat > read.py <<'PY'
import openpyxl, pandas
for zips in (["02134"], ["02134", "V6B 1A1"]):
    book = openpyxl.Workbook()
    book.active.append(["zip", "phone", "name"])
    for zip in zips: book.active.append([zip, "+15550100", "NA"])
    book.save("leads.xlsx")
    cells = [f"{cell.data_type} {cell.value}" for cell in openpyxl.load_workbook("leads.xlsx").active[2]]
    print("rows:", len(zips), "cells:", *cells, "pandas:", *pandas.read_excel("leads.xlsx").astype(object).iloc[0])
PY
seen=$(python/bin/python read.py)
expected='rows: 1 cells: s 02134 s +15550100 s NA pandas: 2134 15550100 nan
rows: 2 cells: s 02134 s +15550100 s NA pandas: 02134 15550100 nan'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
