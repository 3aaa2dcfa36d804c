#!/bin/sh
# Sends the lead in a file and reads its status back. Needs curl 7.71 or newer, nothing else to install:
#   LEADS_API_KEY=… sh send-lead.sh lead.json
set -eu
if [ $# -ne 1 ] || [ -z "${LEADS_API_KEY:-}" ]; then
  echo "Usage: LEADS_API_KEY=… sh send-lead.sh lead.json" >&2
  exit 2
fi
if [ ! -r "$1" ]; then
  echo "The lead was not accepted: $1 cannot be read." >&2
  exit 1
fi
url="${LEADS_URL:-http://127.0.0.1:3000/v1}"
url="${url%/}"
case $url in
  https://* | http://*) ;;
  *) echo "The lead was not accepted: LEADS_URL must begin with https:// or http://" >&2; exit 1 ;;
esac
id=$(sed -n 's/.*"external_lead_id"[[:space:]]*:[[:space:]]*"\([^"\]*[^"\[:space:]][^"\]*\)".*/\1/p' "$1" | head -n 1)
if [ -z "$id" ]; then
  echo "Nothing was sent: $1 has no plain external_lead_id, and without one a retry would create a second lead." >&2
  exit 1
fi

# curl itself retries if the response is lost or is 408, 429, 500, 502, 503 or 504: after 1, 2, 4 … seconds, or after
# the time in Retry-After. The lead's own id is the key: however often it is sent, it stays one lead.
# Prints the response to each try, and the status of the last one in a line of its own. The key comes in by standard
# input: everybody on the machine can read the arguments of a program.
call() {
  curl --silent --show-error --max-time 30 --retry 5 --retry-all-errors --retry-max-time 600 \
    -H @- -w '\n%{http_code}' "$@" <<HEADER
x-api-key: $LEADS_API_KEY
HEADER
}

answer=$(call "$url/lead" -H 'Content-Type: application/json' -H "Idempotency-Key: $id" --data-binary "@$1") || true
lead_id=$(printf '%s' "$answer" | sed -n 's/.*"leadId":"\([^"]*\)".*/\1/p')
if [ -z "$lead_id" ]; then
  last=$(printf '%s' "$answer" | sed -n '1s/.*{"statusCode"/{"statusCode"/; 1p')
  code=$(printf '%s' "$answer" | tail -n 1)
  case $code in
    000 | 408 | 429 | 5??) echo "Send it again; it may have been accepted: ${last:-no response came}" >&2 ;;
    *) echo "The lead was not accepted: ${last:-$code without a reason: is LEADS_URL right?}" >&2 ;;
  esac
  exit 1
fi
echo "$lead_id"
status=$(call "$url/lead/$lead_id" | sed -n 's/.*"status":"\([^"]*\)".*/\1/p')
echo "${status:-Its status cannot be read right now.}"
