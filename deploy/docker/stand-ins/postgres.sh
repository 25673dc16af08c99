#!/usr/bin/env bash
# Makes the cluster once, as the official image does, and becomes the server.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086 # Several arguments in one variable, as in the official image
  initdb --pgdata="$PGDATA" --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
