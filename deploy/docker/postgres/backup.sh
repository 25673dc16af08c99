#!/usr/bin/env bash
# Stores what restore.sh needs: every change of PostgreSQL at once, in wal/, and a full backup every day. The full backups of the newest KEEP_COPIES days stay, with all changes since the first.
# `backup.sh is-kept` ends with 0 if no change since the newest full backup is missing. `backup.sh copy` makes a full backup now.
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
cluster=$(psql --no-password --no-psqlrc --no-align --tuples-only --command='SELECT system_identifier FROM pg_control_system()')

if find "$folder" -maxdepth 1 -name 'base-*Z-*.tar.gz' ! -name "base-*Z-$cluster.tar.gz" | grep -q .; then
  echo 'Here are copies of another cluster: put them back (restore), or take them away. Nothing is kept beside them.' >&2
  exit 1
fi

# Deletes the full backups of older days, and the changes that no backup needs.
clear_up() {
  local oldest_day copy oldest=
  oldest_day=$(find "$folder" -maxdepth 1 -name 'base-*.tar.gz' -printf '%f\n' | cut -c6-13 | sort -u | tail -n "$KEEP_COPIES" | head -n 1)
  while read -r copy; do
    if [[ $copy < base-$oldest_day ]]; then
      rm "$folder/$copy"
    else
      oldest=${oldest:-$folder/$copy}
    fi
  done < <(find "$folder" -maxdepth 1 -name 'base-*.tar.gz' -printf '%f\n' | sort)
  pg_archivecleanup -x .gz "$folder/wal" "$(first_after "$oldest")"
}

# A full backup, unless another one was made while this one waited for it: [now].
copy() {
  (
    flock 9
    [ "${1:-}" = now ] || ! newer_than "$copy_every_min" || exit 0
    pg_basebackup --pgdata=- --format=tar --wal-method=fetch --checkpoint=fast --gzip --no-password >"$folder/.copy"
    sync "$folder/.copy"
    mv "$folder/.copy" "$folder/base-$(date -u +%Y%m%dT%H%M%SZ)-$cluster.tar.gz"
    clear_up
    echo "a full backup is stored: $(du -sh "$folder" | cut -f1) with all changes"
  ) 9>"$folder/.lock"
}

if [ "${1:-}" = copy ]; then
  copy now
  exit
fi

rm -f "$folder"/.copy
# A power cut may leave empty files. The stream would end at such a file on each start.
find "$folder/wal" -name '*.gz' -empty -delete
# When PostgreSQL stops, the stream and this container end. Docker restarts the container, and the stream continues.
pg_receivewal --directory="$folder/wal" --no-password --no-loop &
stream=$!
echo "$stream" >"$pid_of_stream"
trap 'kill -INT "$stream"; wait "$stream"; exit 0' TERM INT

while kill -0 "$stream" 2>/dev/null; do
  # Complete WAL files are mostly empty on a quiet system. gzip deletes a file only after its compressed copy is on disk.
  find "$folder/wal" -regextype posix-extended -regex '.*/[0-9A-F]{24}' -exec gzip --force --synchronous {} +
  # A copy without later WAL files is useless.
  if find "$folder/wal" -type f | grep -q . && ! newer_than "$copy_every_min"; then
    copy
  fi
  sleep "$look_every_s" &
  wait $! || true
done
echo 'the stream of changes has ended' >&2
exit 1
