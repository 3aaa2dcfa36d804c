#!/usr/bin/env bash
# firefox-esr 153.8.0 (Debian 12), read over AT-SPI as Orca reads it: an empty field with `required aria-invalid="false"` is
# an invalid entry, and so is its form, before anybody has written a letter. The attribute is not heard; only a field with
# `aria-required="true"` in place of `required` is not called wrong. Needs at-spi2-core, gir1.2-atspi-2.0, python3-gi, xvfb.
# Expected by most: what the author says of a field stands above what the browser finds (HTML Accessibility API Mappings).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > page.html <<'HTML'
<!doctype html><title>Page</title>
<form aria-label="form"><input aria-label="required" required aria-invalid="false"></form>
<form aria-label="other"><input aria-label="aria-required" aria-required="true"></form>
HTML
cat > states.py <<'PYTHON'
import time, gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

def nodes(node):
    yield node
    for at in range(node.get_child_count()):
        if child := node.get_child_at_index(at):
            yield from nodes(child)

wanted = ["form", "required", "other", "aria-required"]
for _ in range(60):
    found = {n.get_name(): n for n in nodes(Atspi.get_desktop(0)) if n.get_role_name() in ("landmark", "entry")}
    if all(name in found for name in wanted):
        break
    time.sleep(1)
for name in wanted:
    print(name, found[name].get_state_set().contains(Atspi.StateType.INVALID_ENTRY))
PYTHON
mkdir profile
cat > show.sh <<'SHELL'
GNOME_ACCESSIBILITY=1 firefox-esr --no-remote --profile "$PWD/profile" "file://$PWD/page.html" > /dev/null 2>&1 &
/usr/bin/python3 states.py > states
kill $!
SHELL
firefox-esr --version
xvfb-run -a dbus-run-session -- bash show.sh 2> /dev/null
cat states
[ "$(tr '\n' ' ' < states)" = 'form True required True other False aria-required False ' ] || { echo 'This has changed.'; exit 1; }
