#!/usr/bin/env bash
# Builds a program of a Go module: build-go.sh MODULE PACKAGE OUTPUT. The output appears in one step, so that two builds cannot disturb each other.
set -euo pipefail
module=$1 package=$2 output=$3
mkdir -p "$(dirname "$output")"
output=$(cd "$(dirname "$output")" && pwd)/$(basename "$output")
cd "$module"
trap 'rm -f "$output.$$"' EXIT
# FerretDB without its SQLite; the tag says nothing to other modules.
CGO_ENABLED=0 GOFLAGS='-mod=readonly -buildvcs=false' go build -trimpath -tags ferretdb_no_sqlite -o "$output.$$" "$package"
mv -f "$output.$$" "$output"
