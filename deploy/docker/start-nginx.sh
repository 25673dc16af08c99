#!/usr/bin/env bash
# Tells nginx what it learns only here: who resolves names, and where the gateway is (GATEWAY=host:port). nginx knows no search domains: the host's name is a whole one.
set -euo pipefail
resolvers=$(awk '$1 == "nameserver" { print $2 ~ /:/ ? "[" $2 "]" : $2 }' /etc/resolv.conf | paste -sd ' ')
sed -e "s|@RESOLVERS@|$resolvers|" -e "s|@GATEWAY@|$GATEWAY|" /app/nginx.conf >/tmp/nginx.conf
exec nginx -c /tmp/nginx.conf -g 'daemon off;'
