#!/usr/bin/env bash
# net/mail of Go 1.26.8: ParseDate takes a mail's `Date: … 09:30:00 PDT`, and keeps the name without its meaning: the offset is
# zero, so the time is seven hours early, and no error is told. On a machine that is set to Vancouver's zone the same line is
# right: only the names of the machine's own zone are known. RFC 5322 says that PDT is -0700, and postal-mime 4.0.0 and
# Python read it so.
# Expected by most: the right time, or an error, and the same on each machine.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact postal-mime@4.0.0
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/mail"
	"runtime"
	_ "time/tzdata"
)

func main() {
	at, err := mail.ParseDate("Mon, 13 Jul 2026 09:30:00 PDT")
	fmt.Println(runtime.Version(), at.UTC().Format("15:04"), err)
}
GO
cat > read.mjs <<'JS'
import PostalMime from 'postal-mime';
console.log('postal-mime', (await PostalMime.parse('Date: Mon, 13 Jul 2026 09:30:00 PDT\r\n\r\n')).date);
JS
export GOTOOLCHAIN=go1.26.8 GO111MODULE=off
seen="$(TZ=UTC go run main.go)
$(TZ=America/Vancouver go run main.go)
$(node read.mjs)
python $(python3 -c "
import email.utils
print(email.utils.parsedate_to_datetime('Mon, 13 Jul 2026 09:30:00 PDT').isoformat())")"
expected='go1.26.8 09:30 <nil>
go1.26.8 16:30 <nil>
postal-mime 2026-07-13T16:30:00.000Z
python 2026-07-13T09:30:00-07:00'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
