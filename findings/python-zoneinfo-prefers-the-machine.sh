#!/usr/bin/env bash
# Python's zoneinfo (seen with 3.11) beside tzdata 2026.6 (PyPI, IANA 2026f): installing the newest tzdata changes nothing
# where the machine has zone data of its own, however old: that is read first, and the package only for zones it lacks.
# Winnipeg, whose clocks are no longer changed since November 2026, stays an hour behind. PYTHONTZPATH='' makes it count.
# Expected by most: after `pip install tzdata` its data is used.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
pip=(python/bin/pip install --quiet --disable-pip-version-check)
"${pip[@]}" --target old tzdata==2025.2 # in the place of an older machine's /usr/share/zoneinfo
"${pip[@]}" tzdata==2026.6
cat > winnipeg.py <<'PY'
import datetime, importlib.metadata, zoneinfo
at = datetime.datetime(2026, 12, 1, 12, tzinfo=datetime.timezone.utc)
print("tzdata", importlib.metadata.version("tzdata"), "is installed, Winnipeg is at", at.astimezone(zoneinfo.ZoneInfo("America/Winnipeg")).strftime("%z"))
PY
seen="$(PYTHONTZPATH="$PWD/old/tzdata/zoneinfo" python/bin/python winnipeg.py)
$(PYTHONTZPATH='' python/bin/python winnipeg.py)"
echo "$seen"
[ "$seen" = 'tzdata 2026.6 is installed, Winnipeg is at -0600
tzdata 2026.6 is installed, Winnipeg is at -0500' ] || { echo 'This has changed.'; exit 1; }
