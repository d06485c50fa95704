#!/bin/sh
# static: the static programs, of this processor and of 64-bit ARM, through frames, sockets and the real kernel; 40 minutes.
#
# But for `soak`, which takes hours. `recovery-sleep` parts the guest's two clocks and is the last; QEMU's ARM does not sleep.
set -eu
cd "$(dirname "$0")/../.."

status=0
# part COMMAND...: what cannot run here (77) neither ends the rest nor hides what failed.
part() {
    one=0
    "$@" || one=$?
    [ $one -eq 77 ] && [ $status -ne 0 ] || [ $one -eq 0 ] || status=$one
}
part Tests/Processors/run.sh x86_64-musl
part Tests/Processors/run.sh aarch64-musl
scenarios=$(grep -Lx '# Needs the tool.' Tests/RealKernel/scenarios/*.sh | grep -vE '/(soak|recovery-sleep)\.sh$' |
    sed 's,.*/\(.*\)\.sh,\1,')
TILTSHADOWD=$(.ci/embedded x86_64-musl)
export TILTSHADOWD
part Tests/run.sh --filter TiltDaemonTests.Executable
# shellcheck disable=SC2086 # A list of words.
part Tests/RealKernel/bench.sh -t 3600 "$TILTSHADOWD" $scenarios recovery-sleep
daemon=$(.ci/embedded aarch64-musl)
# shellcheck disable=SC2086 # A list of words.
part Tests/RealKernel/bench.sh -p aarch64 -t 3600 "$daemon" $scenarios
exit $status
