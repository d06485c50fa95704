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

# One after the other: tests that wait for programs would starve each other on a small machine.
log=$(mktemp)
trap 'rm -f "$log" "$log.status"' EXIT
{
    status=0
    swift test --skip-build --no-parallel "$@" </dev/null || status=$?
    echo "$status" >"$log.status"
} 2>&1 | tee "$log"

echo
if grep -a 'skipped: ' "$log" >"$log.status.skipped"; then
    echo "Skipped, and why:"
    sed 's/^/  /' "$log.status.skipped"
fi
rm -f "$log.status.skipped"
grep -a 'Test run with' "$log" | tail -n 1
exit "$(cat "$log.status")"
