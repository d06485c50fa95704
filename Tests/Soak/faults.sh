#!/bin/sh
# faults: every system call site of the daemon fails in every way, then one way each under valgrind, 20 minutes in all.
set -eu
cd "$(dirname "$0")/../.."

.ci/release tiltshadowd
Tests/Faults/sweep.py .build/release/tiltshadowd
if ! command -v valgrind >/dev/null; then
    echo "skipped: the half under valgrind, which is not installed: apt-get install valgrind"
    exit 77
fi
Tests/Faults/sweep.py --quick --valgrind --jobs 3 .build/release/tiltshadowd
