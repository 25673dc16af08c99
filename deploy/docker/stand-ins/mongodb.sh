#!/usr/bin/env bash
# Starts a PostgreSQL that nobody else reaches, makes its database once, and serves MongoDB's protocol from it until it is told to stop.
set -euo pipefail
data=/data/db/postgres
if [ ! -s "$data/PG_VERSION" ]; then
  initdb --pgdata="$data" --username="$MONGO_INITDB_ROOT_USERNAME" --pwfile="$MONGO_INITDB_ROOT_PASSWORD_FILE" \
    --auth=scram-sha-256 --encoding=UTF8 --locale=C
fi
pg_ctl --pgdata="$data" --wait --options='-c listen_addresses=127.0.0.1 -c unix_socket_directories=/tmp' start
trap 'kill "$ferretdb"; pg_ctl --pgdata="$data" --mode=fast stop; exit 0' TERM INT
export PGHOST=127.0.0.1 PGUSER=$MONGO_INITDB_ROOT_USERNAME PGPASSWORD
PGPASSWORD=$(cat "$MONGO_INITDB_ROOT_PASSWORD_FILE")
if ! psql --dbname=ferret --command='SELECT 1' >/dev/null 2>&1; then
  createdb ferret
  psql --dbname=ferret --set=ON_ERROR_STOP=1 --file=/usr/local/bin/ferret-look-ups.sql
fi
LISTEN=:27017 POSTGRES_URL='postgres://nobody@127.0.0.1:5432/ferret?pool_max_conns=40' ferretdb &
ferretdb=$!
wait "$ferretdb"
