#!/usr/bin/env bash
# restore.sh ['2026-11-23 10:00:00+05:30']: restores PostgreSQL from the files of backup.sh while the casino is down. By
# default it restores the last change. The new database is made beside the old database, which stays in place until the
# restore succeeds. Then the old database and the old copies are renamed, because their history has ended.
set -euo pipefail
moment=${1:-}
kept=/backups/current
next=$PGDATA.next
fail() {
  echo "$1" >&2
  exit 1
}

# The name of a copy ends with the id of its PostgreSQL cluster.
cluster_of() {
  local id=${1##*-}
  echo "${id%.tar.gz}"
}

! pg_isready --quiet --host=postgres --timeout=2 || fail 'PostgreSQL is running. Stop Kismet first: docker compose down.'
until_s=$(date -d "${moment:-now}" +%s) || fail "That is not a moment: $moment"
base=
while read -r copy; do
  if [ "$(stat -c %Y "$copy")" -le "$until_s" ]; then base=$copy; fi
done < <(find "$kept" -maxdepth 1 -name 'base-*.tar.gz' | sort)
# The copy of an empty casino that ran here before is newer than the copies from elsewhere: refuse several clusters.
clusters=$(while read -r copy; do echo "$(basename "$copy") is of $(cluster_of "$copy")"; done < <(find "$kept" -maxdepth 1 -name 'base-*.tar.gz' | sort))
[ "$(awk '{ print $NF }' <<<"$clusters" | sort -u | wc -l)" -le 1 ] || fail "The copies in $kept are of several clusters; leave those of one, with its changes:
$clusters"
[ -n "$base" ] || fail "There is no copy from before ${moment:-now} in $kept."

rm -rf "$next"
mkdir -p "$(dirname "$next")"
mkdir -m 700 "$next"
echo "unpacking $(basename "$base")"
tar -xzf "$base" -C "$next"
touch "$next/recovery.signal"
settings=(
  "--restore_command=f=$kept/wal/%f; if [ -f \$f ]; then cp \$f %p; elif [ -f \$f.gz ]; then gunzip -c \$f.gz > %p; else cp \$f.partial %p; fi"
  --recovery_target_action=promote --hot_standby=off
  --listen_addresses= --unix_socket_directories=/tmp --max_connections=700
)
[ -z "$moment" ] || settings+=("--recovery_target_time=$moment")
postgres -D "$next" "${settings[@]}" &
server=$!
until pg_isready --quiet --host=/tmp; do
  kill -0 "$server" 2>/dev/null || fail 'The changes could not be followed to that moment; nothing has been changed.'
  sleep 1
done
kill -INT "$server"
wait "$server"

stamp=$(date -u +%Y%m%dT%H%M%SZ)
echo "The database is that of ${moment:-the last change}."
if [ -e "$PGDATA" ]; then
  mv "$PGDATA" "$PGDATA.until-$stamp"
  echo "What was there is kept as $PGDATA.until-$stamp."
fi
mv "$next" "$PGDATA"
mv "$kept" "/backups/until-$stamp"
echo "The copies are kept as /backups/until-$stamp."
