#!/bin/sh
# run.sh [--quick] [BENCH]: can taps beside a resting device be told from what is published? Prints the table.
#
# BENCH is tiltshadow-bench; without it the release build's, which is brought up to date first. Ends with 1 where
# something can be told, or where the detector itself finds nothing in motion that is not held. --quick takes half a
# minute; all of it takes several.
set -eu
cd "$(dirname "$0")/../.."

quick=
bench=
for argument in "$@"; do
    case $argument in
        --quick) quick=--quick ;;
        -*) echo "run.sh: unknown option $argument; usage: run.sh [--quick] [BENCH]" >&2; exit 2 ;;
        *) bench=$argument ;;
    esac
done
if ! python3 -c 'import numpy' 2>/dev/null; then
    echo "skipped: taps beside a device at rest: python3-numpy is not installed" >&2
    exit 77
fi
if [ -z "$bench" ]; then
    .ci/release tiltshadow-bench
    bench=.build/release/tiltshadow-bench
fi
exec python3 Tests/Privacy/detect.py "$bench" $quick
