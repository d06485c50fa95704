#!/bin/sh
# Installs what the tests need, builds, and runs every test. Arguments go to `swift test`, such as --filter Settings.
#
# They run real programs in real time, wherever that is. So without arguments up to three tests that failed run once
# more, alone, and that decides: a fault fails again, a moment without the processor does not. What failed is printed.
set -eu
cd "$(dirname "$0")/.."

if ! command -v swift >/dev/null; then
    echo "run.sh: Swift 6.2 or newer is needed: https://www.swift.org/install/linux/" >&2
    exit 1
fi
.ci/install-packages build
.ci/install-packages test || echo "run.sh: tests that need what is missing will be skipped, each with its reason" >&2

# The programs as they are installed: the real-kernel tests boot a machine with this daemon.
swift build -c release --static-swift-stdlib
swift build --build-tests

export NO_COLOR=1
work=$(mktemp -d)
kernel=
trap '[ -z "$kernel" ] || kill "$kernel" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# run_tests NAME ARGUMENT...: keeps what `swift test` prints in NAME.log, its results in NAME.xml, its end in $status.
run_tests() {
    name=$1
    shift
    {
        status=0
        swift test --skip-build --no-parallel --xunit-output "$work/$name.xml" "$@" </dev/null || status=$?
        echo "$status" >"$work/status"
    } 2>&1 | tee "$work/$name.log"
    status=$(cat "$work/status")
}

# What failed in the logs of this run, as its tests say it.
failures() { grep -ahE '^✘|^ *↳| FAILED |: error: ' "$work"/*.log | cut -c1-2000 | sed 's/^/  /'; }

# The tests that failed, each as a pattern for --filter.
failed_tests() {
    sed -n '/<testcase/h; /<failure/{x; s/.*classname="\([^"]*\)" name="\([^"]*\)".*/\1.\2/p; }' "$work"/*.xml |
        sed 's/&[a-z0-9#]*;/./g; s/[^A-Za-z0-9]\{1,\}/.+/g; s/^/^/' | sort -u
}

# One after the other: tests that wait for programs would starve each other on a small machine. The guests of the real
# kernel take what these leave: their time is virtual. Without `swift test`, of which there is one at a time.
if [ $# -gt 0 ]; then
    run_tests here "$@"
else
    nice -n 19 "$(swift build --show-bin-path)/tiltshadowPackageTests.xctest" --testing-library swift-testing \
        --no-parallel --filter RealKernelTests --xunit-output "$work/kernel.xml" </dev/null >"$work/kernel.log" 2>&1 &
    kernel=$!
    run_tests here --skip RealKernelTests
    echo "run.sh: the real kernel, which ran beside these"
    wait "$kernel" || status=$?
    kernel=
    cat "$work/kernel.log"

    failed_tests >"$work/failed"
    count=$(wc -l <"$work/failed")
    # The page's rows take minutes, and each that fails has been run once more already.
    if grep -q 'every.+row' "$work/failed"; then count=0; fi
    if [ "$status" -ne 0 ] && [ "$count" -ge 1 ] && [ "$count" -le 3 ]; then
        echo
        echo "Failed, and run once more alone:"
        failures
        set --
        while read -r test; do set -- "$@" --filter "$test"; done <"$work/failed"
        rm -f "$work"/*.xml
        mkdir "$work/first"
        mv "$work"/*.log "$work/first"
        run_tests again "$@"
    fi
fi

echo
if cat "$work"/*.log "$work"/first/*.log 2>/dev/null | grep -a 'skipped: ' >"$work/skipped"; then
    echo "Skipped, and why:"
    sed 's/^/  /' "$work/skipped"
fi
# What failed comes last, for whoever sees only the end of a long output.
if [ "$status" -ne 0 ]; then
    echo "Failed:"
    failures || true
fi
if [ "$status" -eq 0 ] && [ -s "$work/failed" ]; then
    echo "Failed at first, and passed when run once more:"
    sed 's/^/  /' "$work/failed"
fi
cat "$work"/first/*.log "$work"/*.log 2>/dev/null | grep -a 'Test run with'
exit "$status"
