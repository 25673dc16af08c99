#!/usr/bin/env bash
# Builds NATS and FerretDB and installs Redis where they are missing, side by side, because each of them takes a minute of its own. What fails here is tried
# again, and said, by the program that needs it.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
local_dir=${LOCAL_DIR:-.local}
started=$SECONDS

say() { printf '[%6.1f s] %s\n' "$((SECONDS - started))" "$1"; }
missing() { ! command -v "$1" >/dev/null 2>&1; }
build() {
  [ -x "$local_dir/bin/$3" ] && return
  say "building $3 beside it"
  bash libs/real-servers/build-go.sh "libs/real-servers/$1" "$2" "$local_dir/bin/$3" >"$local_dir/log/build-$3.log" 2>&1 &
}

mkdir -p "$local_dir/log" "$local_dir/bin" || exit 1
# A Ctrl-C must not leave the builds behind: the shell hides it from them.
trap 'trap - EXIT; kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

if ! missing go; then
  missing nats-server && build nats github.com/nats-io/nats-server/v2 nats-server
  missing mongod && [ -z "${MONGODB_URL:-}" ] && build ferretdb . ferretdb
fi
if missing redis-server && ! missing apt-get && [ "$(id -u)" = 0 ]; then
  say 'installing redis-server beside it'
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends redis-server; } \
    >"$local_dir/log/install-redis.log" 2>&1 &
fi
wait
exit 0
