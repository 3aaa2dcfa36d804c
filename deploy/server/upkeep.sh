#!/bin/sh
# Once a day: erases the customers of leads that were closed RETENTION_MONTHS ago, if that is set, and backs the file of
# leads up into /data/backups, where each is kept for BACKUP_DAYS. See docs/one-machine.md.
set -eu
umask 077
mkdir -p /data/backups
while [ ! -s "$DATA_FILE" ]; do
  sleep 10 # until the service has made it
done
while :; do
  [ -z "${RETENTION_MONTHS:-}" ] || node leads.mjs retention --yes --by upkeep || true
  if node leads.mjs backup --into /data/backups --keep "${BACKUP_DAYS:-7}d" --by upkeep; then
    sleep 86400
  else
    echo 'The backup failed; the next try is in an hour.' >&2
    sleep 3600
  fi
done
