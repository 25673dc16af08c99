#!/usr/bin/env bash
# Builds the pinned NATS server: build.sh OUTPUT. The output appears in one step, so that two builds cannot disturb each other.
set -euo pipefail
output=$1
mkdir -p "$(dirname "$output")"
output=$(cd "$(dirname "$output")" && pwd)/$(basename "$output")
cd "$(dirname "${BASH_SOURCE[0]}")"
trap 'rm -f "$output.$$"' EXIT
CGO_ENABLED=0 GOFLAGS='-mod=readonly -buildvcs=false' go build -trimpath -o "$output.$$" github.com/nats-io/nats-server/v2
mv -f "$output.$$" "$output"
