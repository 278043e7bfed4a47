#!/bin/sh
# Copies a finished segment of the WAL into the archive (archive_command of PostgreSQL). It gets its name only when it is complete and on disk;
# a segment that is there already must have the same content, as after a crash before PostgreSQL noted that it was archived.
set -eu
from=$1 to=$2
if [ -f "$to" ]; then exec cmp -s "$from" "$to"; fi
cp "$from" "$to.new"
sync "$to.new"
mv "$to.new" "$to"
