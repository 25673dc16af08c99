#!/usr/bin/env bash
# Keeps what PostgreSQL is put back from (restore.sh): every change as it is made, in wal/, and a whole copy a day, of which the newest KEEP_COPIES stay, with all changes since the first of them.
# `backup.sh is-kept` says whether that is so.
set -euo pipefail
folder=/var/lib/postgresql/current
copy_every_min=1440
late_min=1560
pid_of_stream=/tmp/stream.pid
look_every_s=20

newer_than() { find "$folder" -maxdepth 1 -name 'base-*.tar.gz' -mmin "-$1" | grep -q .; }

if [ "${1:-}" = is-kept ]; then
  kill -0 "$(cat "$pid_of_stream")" && newer_than "$late_min"
  exit
fi

export PGHOST=postgres PGUSER=postgres PGPASSWORD
PGPASSWORD=$(cat /run/secrets/postgres-password)
mkdir -p "$folder/wal"
rm -f "$folder"/.copy

# When the server goes this ends, and this container with it: the engine starts it again, and it goes on where it was.
pg_receivewal --directory="$folder/wal" --no-password --no-loop &
stream=$!
echo "$stream" >"$pid_of_stream"
trap 'kill -INT "$stream"; wait "$stream"; exit 0' TERM INT

copy() {
  pg_basebackup --pgdata=- --format=tar --wal-method=fetch --checkpoint=fast --gzip --no-password >"$folder/.copy"
  sync "$folder/.copy"
  mv "$folder/.copy" "$folder/base-$(date -u +%Y%m%dT%H%M%SZ).tar.gz"
  echo "a whole copy is kept: $(du -sh "$folder" | cut -f1) with all changes"
}

# What no copy that stays needs: the oldest of them says with which file its changes begin.
clear_up() {
  local copies first
  mapfile -t copies < <(find "$folder" -maxdepth 1 -name 'base-*.tar.gz' | sort -r)
  [ "${#copies[@]}" -gt "$KEEP_COPIES" ] || return 0
  rm "${copies[@]:$KEEP_COPIES}"
  first=$(tar -xzf "${copies[$KEEP_COPIES - 1]}" --to-stdout --occurrence=1 backup_label | sed -nE 's/^START WAL LOCATION: .*\(file ([0-9A-F]+)\)$/\1/p')
  pg_archivecleanup -x .gz "$folder/wal" "$first"
}

while kill -0 "$stream" 2>/dev/null; do
  # Files that are whole are mostly empty where little happens.
  find "$folder/wal" -regextype posix-extended -regex '.*/[0-9A-F]{24}' -exec gzip --force {} +
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
