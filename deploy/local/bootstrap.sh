#!/usr/bin/env bash
# Installs what the repository needs before its own programs can run, when it is missing: the npm packages, Node among them.
# `bootstrap.sh servers` has servers.sh build and install NATS, FerretDB and Redis beside it.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
local_dir=${LOCAL_DIR:-.local}

fail() {
  echo "$1" >&2
  exit 1
}
say() { printf '[%6.1f s] %s\n' "$SECONDS" "$1"; }
missing() { ! command -v "$1" >/dev/null 2>&1; }

if missing node || missing npm; then fail 'Node.js with npm is missing: install Node 20 or newer and run this again.'; fi
# The commit hooks (CONTRIBUTING.md). A core.hooksPath that is set stays.
if [ -e .git ] && ! git config core.hooksPath >/dev/null; then git config core.hooksPath .githooks; fi 2>/dev/null
node deploy/local/is-installed.mjs && exit 0

free_kb=$(df -Pk . | awk 'NR == 2 { print $4 }')
if [ "${free_kb:-0}" -lt 1500000 ]; then
  fail "The disk of $PWD is full: $((free_kb / 1024)) MB are free and 1500 MB are needed to install the packages."
fi
mkdir -p "$local_dir/log" "$local_dir/bin" || fail "The folder $local_dir cannot be written to: set LOCAL_DIR to another one."

if [ "${1:-}" = servers ]; then deploy/local/servers.sh & fi
# A Ctrl-C must not leave the builds behind: the shell hides it from them.
trap 'trap - EXIT; kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

say 'installing npm packages'
if ! npm ci --no-audit --no-fund --loglevel=error >"$local_dir/log/npm-ci.log" 2>&1; then
  grep -q ENOSPC "$local_dir/log/npm-ci.log" && fail 'The disk is full: free some space and run the command again.'
  tail -n 5 "$local_dir/log/npm-ci.log" >&2
  jobs -p | xargs -r kill 2>/dev/null
  fail "npm could not install the packages: see $local_dir/log/npm-ci.log."
fi
[ -x node_modules/.bin/node ] || fail 'npm installed no Node of its own: let it run the install scripts that package.json allows, and run this again.'
say 'npm packages are installed'
wait
exit 0
