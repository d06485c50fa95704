#!/bin/sh
# luck [RUNS [FILTER]]: the suites that run programs, 200 times by default, beside four busy processors and two busy disks.
#
# With a FILTER those tests alone, four runs side by side: all that start the daemon itself are TiltDaemonTests.Executable.
# A test that fails once in them is a fault of the test, or of what it tests. Ends at the first failure, with its log.
set -eu
cd "$(dirname "$0")/../.."

runs=${1:-200} filter=${2:-}
case $runs in
    *[!0-9]*) echo "luck: '$runs' is no number of runs; try: luck 200" >&2; exit 2 ;;
esac
if ! command -v stress-ng >/dev/null; then
    echo "skipped: stress-ng is not installed: apt-get install stress-ng"
    exit 77
fi
tests=$(.ci/tests)
scratch=$(mktemp -d)
stress-ng --quiet --cpu 4 --io 2 --temp-path "$scratch" &
stress=$!
trap 'kill $stress 2>/dev/null || true; wait $stress 2>/dev/null || true; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# once RUN: one run, its log in a file of its own, which is left there where it failed, or no test ran.
once() {
    if [ -z "$filter" ]; then
        TESTS_BESIDE=no Tests/run.sh
    else
        "$tests" --testing-library swift-testing --no-parallel --filter "$filter" </dev/null
    fi >"$scratch/$1" 2>&1 || return 0
    ran=$(sed -n 's/^programs *//p; t; s/.*\(Test run with [1-9].*\)/\1/p' "$scratch/$1" | tail -n 1)
    [ -n "$ran" ] || return 0
    echo "luck: run $1 of $runs: $ran"
    rm "$scratch/$1"
}

beside=1
[ -z "$filter" ] || beside=4
run=0
while [ "$run" -lt "$runs" ]; do
    batch=$((run + beside < runs ? run + beside : runs))
    all=
    while [ "$run" -lt "$batch" ]; do
        run=$((run + 1))
        once $run &
        all="$all $!"
    done
    # shellcheck disable=SC2086 # one word each
    wait $all
    for left in "$scratch"/[0-9]*; do
        [ -e "$left" ] || continue
        cat "$left"
        echo "luck: run ${left##*/} of $runs failed"
        exit 1
    done
done
