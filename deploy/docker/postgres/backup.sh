#!/usr/bin/env bash
# Keeps what PostgreSQL is put back from (restore.sh): every change as it is made, in wal/, and a whole copy a day, of which the newest KEEP_COPIES stay, with all changes since the first of them.
# `backup.sh is-kept` says whether that is so, without a change missing since the newest copy.
set -euo pipefail
folder=/var/lib/postgresql/current
copy_every_min=1440
late_min=1560
pid_of_stream=/tmp/stream.pid
look_every_s=20

# The file with which the changes after a copy begin, as the copy says.
first_after() { tar -xzf "$1" --to-stdout --occurrence=1 backup_label | sed -nE 's/^START WAL LOCATION: .*\(file ([0-9A-F]+)\)$/\1/p'; }
# Of each 4 GB there are 256 files.
number_of() { echo $((16#${1:8:8} * 256 + 16#${1:16:8})); }

# Whether every change since the newest copy is there.
has_no_gap() {
  local first next name
  first=$(first_after "$(find "$folder" -maxdepth 1 -name 'base-*.tar.gz' | sort | tail -n 1)")
  next=$(number_of "$first")
  while read -r name; do
    [[ ! $name < $first ]] || continue
    [ "$(number_of "$name")" -eq "$next" ] || return 1
    next=$((next + 1))
  done < <(find "$folder/wal" -type f ! -empty -printf '%f\n' | grep -oE '^[0-9A-F]{24}' | sort -u)
  [ "$next" -gt "$(number_of "$first")" ]
}

newer_than() { find "$folder" -maxdepth 1 -name 'base-*.tar.gz' -mmin "-$1" | grep -q .; }

if [ "${1:-}" = is-kept ]; then
  kill -0 "$(cat "$pid_of_stream")" && newer_than "$late_min" && has_no_gap
  exit
fi

export PGHOST=postgres PGUSER=postgres PGPASSWORD
PGPASSWORD=$(cat /run/secrets/postgres-password)
mkdir -p "$folder/wal"
rm -f "$folder"/.copy
# What a power cut may have left: the stream would end at it each time.
find "$folder/wal" -name '*.gz' -empty -delete
cluster=$(psql --no-password --no-psqlrc --no-align --tuples-only --command='SELECT system_identifier FROM pg_control_system()')
if find "$folder" -maxdepth 1 -name 'base-*Z-*.tar.gz' ! -name "base-*Z-$cluster.tar.gz" | grep -q .; then
  echo 'Here are copies of another cluster: put them back (restore), or take them away. Nothing is kept beside them.' >&2
  exit 1
fi

# When the server goes this ends, and this container with it: the engine starts it again, and it goes on where it was.
pg_receivewal --directory="$folder/wal" --no-password --no-loop &
stream=$!
echo "$stream" >"$pid_of_stream"
trap 'kill -INT "$stream"; wait "$stream"; exit 0' TERM INT

copy() {
  pg_basebackup --pgdata=- --format=tar --wal-method=fetch --checkpoint=fast --gzip --no-password >"$folder/.copy"
  sync "$folder/.copy"
  mv "$folder/.copy" "$folder/base-$(date -u +%Y%m%dT%H%M%SZ)-$cluster.tar.gz"
  echo "a whole copy is kept: $(du -sh "$folder" | cut -f1) with all changes"
}

# What no copy that stays needs: the oldest of them says with which file its changes begin.
clear_up() {
  local copies
  mapfile -t copies < <(find "$folder" -maxdepth 1 -name 'base-*.tar.gz' | sort -r)
  [ "${#copies[@]}" -gt "$KEEP_COPIES" ] || return 0
  rm "${copies[@]:$KEEP_COPIES}"
  pg_archivecleanup -x .gz "$folder/wal" "$(first_after "${copies[$KEEP_COPIES - 1]}")"
}

while kill -0 "$stream" 2>/dev/null; do
  # Files that are whole are mostly empty where little happens. None goes before the other is on the disk.
  find "$folder/wal" -regextype posix-extended -regex '.*/[0-9A-F]{24}' -exec gzip --force --synchronous {} +
  # A copy is of use only with the changes after it.
  if find "$folder/wal" -type f | grep -q . && ! newer_than "$copy_every_min"; then
    copy
    clear_up
  fi
  sleep "$look_every_s" &
  wait $! || true
done
echo 'the stream of changes has ended' >&2
exit 1
