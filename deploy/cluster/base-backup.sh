#!/bin/sh
# A base backup of the cluster; with the WAL archive beside it any later moment can be restored (restore-to.sh). The drill P9 runs both.
#   base-backup.sh /backups postgres://replicator:…@127.0.0.1:5001/postgres
# Taken from a standby, so that the primary is not loaded. Keeps the backups of $KEEP_DAYS (30) days and removes WAL that none of them needs.
set -eu
backups=$1 url=$2
bin=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}
new=$backups/base/new-$$
trap 'rm -rf "$new"' EXIT

"$bin/pg_basebackup" --dbname="$url" --pgdata="$new" --checkpoint=fast --wal-method=stream
"$bin/pg_verifybackup" --quiet "$new"
sync
# The name says that the backup is complete, and from which moment on it can be used.
name=$(date -u +%Y-%m-%dT%H%M%SZ)
mv "$new" "$backups/base/$name"

find "$backups/base" -mindepth 1 -maxdepth 1 -name '2*Z' -mtime "+${KEEP_DAYS:-30}" -exec rm -r {} +
oldest=$(find "$backups/base" -mindepth 1 -maxdepth 1 -name '2*Z' | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
"$bin/pg_archivecleanup" "$backups/wal" "$first"
echo "$backups/base/$name"
