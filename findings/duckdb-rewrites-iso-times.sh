#!/usr/bin/env bash
# duckdb 2.0.1 (PyPI): a CSV whose column holds ISO 8601 times with an offset, copied to a CSV without any option, has them in
# another form and in another zone: `2026-11-27T22:35:30.617-05:00` comes out as `2026-11-28 03:35:30.617+00`. The offset
# that was written is gone, and so is the `T`: a program that compares the two files finds every time changed.
# Expected by most: what no query has touched is copied as it stands.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check duckdb==2.0.1 pytz==2026.1
printf 'id,since\na,2026-11-27T22:35:30.617-05:00\n' > before.csv
TZ=UTC python/bin/python -c "import duckdb; duckdb.sql(\"SET TimeZone='UTC'; COPY (FROM 'before.csv') TO 'after.csv'\")"
cat before.csv after.csv
[ "$(tail -1 after.csv)" = 'a,2026-11-28 03:35:30.617+00' ] || { echo 'This has changed.'; exit 1; }
