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
if [ -z "$id" ] || [ "$(grep -o '"external_lead_id"' "$1" | wc -l)" -ne 1 ]; then
  echo "Nothing was sent: $1 must have one plain external_lead_id; without it a retry would create a second lead." >&2
  exit 1
fi

# curl itself retries if the response is lost or is 408, 429, 500, 502, 503 or 504: after 1, 2, 4 … seconds, or after
# the time in Retry-After. The lead's own id is the key: however often it is sent, it stays one lead.
# Prints the response to each try, what curl says of a retry, and the status of the last try in a line of its own. The
# key comes in by standard input: everybody on the machine can read the arguments of a program.
call() {
  curl --no-progress-meter --no-buffer --max-time 30 --retry 5 --retry-all-errors --retry-max-time 600 \
    -H @- -w '\n%{http_code}\n' "$@" 2>&1 <<HEADER
x-api-key: $LEADS_API_KEY
HEADER
}

# The value of a field in a JSON response.
field() {
  sed -n 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*"\([^"]*\)".*/\1/p' | tail -n 1
}

answer=$(call "$url/lead" -H 'Content-Type: application/json' -H "Idempotency-Key: $id" --data-binary "@$1") || true
lead_id=$(printf '%s\n' "$answer" | field leadId)
if [ -z "$lead_id" ]; then
  code=$(printf '%s\n' "$answer" | grep -x '[0-9][0-9][0-9]' | tail -n 1)
  last=$(printf '%s\n' "$answer" | awk '/Will retry/ { last = ""; next } /^Warning: / || $0 == code { next }
    { last = last $0 "\n" } END { printf "%s", last }' code="$code")
  case $code in
    2?? | 000 | 408 | 429 | 5??) outcome="Send it again; it may have been accepted" ;;
    *) outcome="The lead was not accepted"
      # An earlier try may have been: its response was lost, or said that a later one may succeed.
      case $answer in *"Will retry"*) outcome="Fix this and send it again; it may have been accepted" ;; esac ;;
  esac
  echo "$outcome: ${last:-$code without a reason: is LEADS_URL right?}" >&2
  exit 1
fi
echo "$lead_id"
status=$(call "$url/lead/$lead_id" | field status)
echo "${status:-Its status cannot be read right now.}"
