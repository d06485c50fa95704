#!/bin/sh
# threads: the suites of all modules that start a second thread, and the daemon on its socket, under the thread sanitizer.
#
# A build of its own, since the sanitizer changes all code. Left out is what it cannot go with: the limit on file sizes that
# stands for a full disk, which it exceeds itself.
set -eu
cd "$(dirname "$0")/../.."

swift build --build-tests --sanitize=thread --scratch-path .build-tsan
# A race ends its program with this status, and so its test.
export TSAN_OPTIONS="halt_on_error=1 exitcode=66"
export TILTSHADOWD="$PWD/.build-tsan/debug/tiltshadowd"
exec swift test --skip-build --no-parallel --sanitize=thread --scratch-path .build-tsan \
    --filter '^(LinuxSystemTests|TiltSensorsTests|TiltDaemonTests|TiltRelayTests)\.' --skip 'full disk' </dev/null
