#!/bin/sh
# The rules of Kubernetes as Prometheus reads them: what stands below `spec:`.
set -eu
sed -e '1,/^spec:/d' -e 's/^  //' /etc/kismet/alarms.yaml >/tmp/alarms.yaml
exec prometheus --config.file=/etc/kismet/prometheus.yml --storage.tsdb.path=/prometheus --storage.tsdb.retention.time=30d
