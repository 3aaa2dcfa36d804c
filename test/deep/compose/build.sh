#!/bin/sh
# build.sh VERSION FILE: builds Docker Compose, which releases bring as a program of its own, from its Go module.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cp -r "$(go mod download -json "github.com/docker/compose/v2@v$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')" source
chmod -R u+w source
cd source
CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X github.com/docker/compose/v2/internal.Version=v$1" -o "$2" ./cmd
