#!/bin/sh
# Dumps the database once a day into a folder named after the day, and keeps the last BACKUP_DAYS of them. The deals come
# first, so that each has its contact. See docs/database.md.
set -eu
uri=$(cat /run/secrets/backup_uri)
umask 077
while :; do
  cd /backups
  rm -rf unfinished
  mkdir unfinished
  if mongodump --quiet --uri "$uri" --gzip --archive=unfinished/deals.gz --collection=deals &&
    mongodump --quiet --uri "$uri" --gzip --archive=unfinished/rest.gz --excludeCollection=deals; then
    day=$(date -u +%F)
    rm -rf "$day"
    mv unfinished "$day"
    echo "Dumped into $day."
    # Only now: while dumps fail, the last that succeeded stay.
    find . -mindepth 1 -maxdepth 1 -name '20*' -mtime "+$BACKUP_DAYS" -exec rm -rf {} +
    sleep 86400
  else
    echo 'The dump failed; the next try is in an hour.' >&2
    sleep 3600
  fi
done
