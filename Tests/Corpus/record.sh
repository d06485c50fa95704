#!/bin/bash
# record.sh DAEMON: records the logs of the corpus that only a kernel can make, in the real-kernel bench.
#
# DAEMON is a tiltshadowd. The kernel's times differ a little from run to run, and so do the goldens then.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CORPUS_PRINT=1 "$here/../RealKernel/bench.sh" "$1" corpus | tee "$work/out" | grep -v '^[A-Za-z0-9+/=]\{40,\}$'
mkdir "$work/files"
sed -n 's/^BEGIN //p' "$work/out" | while read -r file; do
    sed -n "/^BEGIN $file\$/,/^END $file\$/{/^BEGIN/d;/^END/d;p}" "$work/out" | base64 -d | gunzip >"$work/files/$file"
    if [ -e "$here/make/recorded/$file" ]; then
        # What a program wrote has no header of the corpus yet.
        if [[ $file == *.tiltlog ]]; then
            { head -n 1 "$work/files/$file"; cat "$here/make/recorded/$file"; tail -n +2 "$work/files/$file"; } >"$here/$file"
        else
            cat "$here/make/recorded/$file" "$work/files/$file" >"$here/$file"
        fi
    else
        cp "$work/files/$file" "$here/$file"
    fi
done
