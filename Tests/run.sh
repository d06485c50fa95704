#!/bin/sh
# Installs what the tests need, builds, and runs every test. Arguments go to `swift test`, such as --filter Settings.
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

# One after the other: tests that wait for programs would starve each other on a small machine. The guests of the real
# kernel take what these leave: their time is virtual. Without `swift test`, of which there is one at a time.
if [ $# -eq 0 ]; then
    nice -n 19 "$(swift build --show-bin-path)/tiltshadowPackageTests.xctest" --testing-library swift-testing \
        --no-parallel --filter RealKernelTests </dev/null >"$work/kernel.log" 2>&1 &
    kernel=$!
    set -- --skip RealKernelTests
fi
{
    status=0
    swift test --skip-build --no-parallel "$@" </dev/null || status=$?
    echo "$status" >"$work/status"
} 2>&1 | tee "$work/here.log"
status=$(cat "$work/status")
if [ -n "$kernel" ]; then
    echo "run.sh: the real kernel, which ran beside these"
    wait "$kernel" || status=$?
    kernel=
    cat "$work/kernel.log"
fi

echo
if cat "$work"/*.log | grep -a 'skipped: ' >"$work/skipped"; then
    echo "Skipped, and why:"
    sed 's/^/  /' "$work/skipped"
fi
# What failed comes last, for whoever sees only the end of a long output.
if [ "$status" -ne 0 ]; then
    echo "Failed:"
    grep -ahE '^✘|^ *↳| FAILED |: error: ' "$work"/*.log | cut -c1-2000 | sed 's/^/  /' || true
fi
grep -ah 'Test run with' "$work"/*.log
exit "$status"
