#!/usr/bin/env bash
# Whether a server of this container answers 200, and what it says: is-ready.sh PORT PATH. Without a client of HTTP, which the images do not have, and without a Node every few seconds.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' "$2" >&3
read -r _ status _ <&3
while IFS= read -r line <&3 && [ "$line" != $'\r' ]; do :; done
cat <&3
[ "$status" = 200 ]
