#!/bin/bash
# Passes every new lead, as JSON, to hand-it-on, a program of your own. It needs jq and the command leads.
# To begin with now instead of the oldest lead, first: leads lead list --since 1m --json | jq -r .next > cursor.txt
# A lead may come twice. None is left out while all clocks agree within a minute.

exec 9> cursor.lock && flock -n 9 || exit 0   # an earlier run is still at work
cursor=$(cat cursor.txt 2> /dev/null)
while
  page=$(leads lead list --limit 200 --cursor "$cursor" --json) || exit
  ids=$(jq -r '.leads[].leadId' <<< "$page") || exit
  if [ -n "$ids" ]; then
    found=$(leads lead show $ids --json) || exit
    while read -r lead; do hand-it-on <<< "$lead" || exit; done <<< "$found"
  fi
  cursor=$(jq -r .next <<< "$page") || exit
  echo "$cursor" > cursor.new && mv cursor.new cursor.txt || exit
  [ "$(jq .more <<< "$page")" = true ]
do :; done
