#!/bin/sh
# Restores the cluster as it was at a moment into a new directory: the newest base backup before it, and the WAL archive up to it.
#   restore-to.sh /backups '2026-11-20 14:30:00+08' /var/lib/postgresql/15/restored
# Then start PostgreSQL on the directory, as its owner. It recovers up to that moment, then takes writes. Check the data, then move it in place of
# the cluster (OPERATIONS, "Back to a moment").
set -eu
backups=$1 moment=$2 place=$3
at=$(date -u -d "$moment" +%Y-%m-%dT%H%M%SZ)
base=$(find "$backups/base" -mindepth 1 -maxdepth 1 -name '2*Z' | sort | awk -F/ -v at="$at" '$NF <= at' | tail -n 1)
[ -n "$base" ] || { echo "No base backup in $backups/base is older than $moment." >&2; exit 1; }

cp -a "$base" "$place"
chmod 0700 "$place"
# Settings that Patroni wrote for the member that was copied.
rm -f "$place/standby.signal" "$place/patroni.dynamic.json"
cat >> "$place/postgresql.auto.conf" <<SETTINGS
archive_mode = off
primary_conninfo = ''
synchronous_standby_names = ''
restore_command = 'cp $backups/wal/%f %p'
recovery_target_time = '$moment'
recovery_target_action = promote
SETTINGS
touch "$place/recovery.signal"
echo "$base up to $moment in $place"
