#!/bin/sh
# luck [RUNS]: the suites that run programs, 200 times by default, beside four busy processors and two busy disks.
#
# A test that fails once in them is a fault of the test, or of what it tests. Ends at the first failure, with its log.
set -eu
cd "$(dirname "$0")/../.."

runs=${1:-200}
if ! command -v stress-ng >/dev/null; then
    echo "skipped: stress-ng is not installed: apt-get install stress-ng"
    exit 77
fi
# As Tests/run.sh has them.
export PLAYED=1
swift build --build-tests
scratch=$(mktemp -d)
stress-ng --quiet --cpu 4 --io 2 --temp-path "$scratch" &
stress=$!
trap 'kill $stress 2>/dev/null || true; wait $stress 2>/dev/null || true; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

run=0
while [ $run -lt "$runs" ]; do
    run=$((run + 1))
    if ! TESTS_BESIDE=no Tests/run.sh >"$scratch/log" 2>&1; then
        cat "$scratch/log"
        echo "luck: run $run of $runs failed"
        exit 1
    fi
    echo "luck: run $run of $runs: $(sed -n 's/^programs *//p' "$scratch/log")"
done
