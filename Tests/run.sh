#!/bin/sh
# Installs what the tests need, builds, and runs every test. With arguments, such as --filter Settings, it runs the tests'
# program once with these after that, one test after another.
#
# Nothing runs a second time: a test that fails once in a while is a fault of the test. Without arguments six lanes run
# side by side:
#   pure     suites without processes, in parallel in one process, behind all others: it takes whatever is left
#   programs suites that run programs in real time, one test after another: they would starve each other
#   clients  those of clients and adapters, which wait more than they work, in the same way
#   relay    those of the relay beside its brokers, and of what is installed, in the same way
#   page     the preview's page in two browsers, which waits more than it works
#   kernel   the real kernel in virtual machines, behind those that wait: their time is virtual
# TESTS_BESIDE=no leaves out page and kernel, which take most of the time.
set -eu
cd "$(dirname "$0")/.."

if ! command -v swift >/dev/null; then
    echo "run.sh: Swift 6.2 or newer is needed: https://www.swift.org/install/linux/" >&2
    exit 1
fi
.ci/install-packages build
.ci/install-packages test || echo "run.sh: tests that need what is missing will be skipped, each with its reason" >&2

# The programs as they are installed, which the real kernel's machines boot with.
Sources/build.sh
tests=$(.ci/tests)

export NO_COLOR=1
if [ $# -gt 0 ]; then
    exec "$tests" --testing-library swift-testing --no-parallel "$@" </dev/null
fi

work=$(mktemp -d)
lanes=
finish() {
    # Each lane is a session: what tests start are groups of their own.
    for session in $(cat "$work"/*.session 2>/dev/null); do pkill -s "$session" || true; done
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# Suites that start no program and wait for no time. What is in none of the lists is a program's.
pure='^(TiltCoreTests|TiltRelayTests|TiltSensorsTests|TiltImportTests|TiltScoreTests|CardMotionTests|CorpusTests|TiltPreviewTests)\.'
page="The preview's page"
clients='^ToolTests\..?(Adapters|Clients in other languages|Qt Quick adapter|Quickshell adapter|The Rust client)'
relay='^(ToolTests|ServiceTests)\..?(Relay|Install script|The Debian package|README)'
kernel='^RealKernelTests\.'

# lane NAME NICENESS ARGUMENT...: what the tests print goes to NAME.log; how they end, how long it took and the seconds of a
# processor that it had to NAME.end. To be run behind, since a shell counts all that it has waited for.
lane() {
    name=$1 niceness=$2
    shift 2
    began=$(date +%s)
    status=0
    # What tests start has a niceness of its own again, but stays in the session's group where the kernel has such groups.
    # shellcheck disable=SC2016 # for the inner shell
    setsid nice -n "$niceness" sh -c '{ echo "$0" >/proc/self/autogroup; } 2>/dev/null; exec "$@"' "$niceness" \
        "$tests" --testing-library swift-testing "$@" </dev/null >"$work/$name.log" 2>&1 &
    echo $! >"$work/$name.session"
    wait $! || status=$?
    rm "$work/$name.session"
    times >"$work/$name.times"
    computed=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int($1 * 60 + $2 + $3 * 60 + $4) }' "$work/$name.times")
    echo "$status $(($(date +%s) - began)) $computed" >"$work/$name.end"
}

if [ "${TESTS_BESIDE:-yes}" != no ]; then
    # Each machine has one processor, and the longer one ends last: what fills two gives way to it.
    lane kernel 5 --parallel --filter "$kernel" &
    lanes="$lanes $!"
    lane page 0 --no-parallel --filter "$page" &
    lanes="$lanes $!"
fi
lane pure 10 --parallel --filter "$pure" &
lanes="$lanes $!"
lane clients 0 --no-parallel --filter "$clients" &
lanes="$lanes $!"
lane relay 0 --no-parallel --filter "$relay" &
lanes="$lanes $!"
lane programs 0 --no-parallel --skip "$pure" --skip "$clients" --skip "$relay" --skip "$page" --skip "$kernel" &
wait $! || true
cat "$work/programs.log"
for lane in $lanes; do wait "$lane" || true; done
for name in pure clients relay page kernel; do [ ! -e "$work/$name.log" ] || cat "$work/$name.log"; done

echo
if grep -ah 'skipped: ' "$work"/*.log >"$work/skipped"; then
    echo "Skipped, and why:"
    sed 's/^/  /' "$work/skipped"
fi
# What failed comes last, for whoever sees only the end of a long output.
if grep -qv '^0 ' "$work"/*.end; then
    echo "Failed:"
    grep -ahE '^✘|^ *↳|FAIL|BROKEN|: error: |^bench: ' "$work"/*.log | cut -c1-2000 | sed 's/^/  /' || true
fi
result=0
for name in pure programs clients relay page kernel; do
    [ -e "$work/$name.log" ] || continue
    # A lane that was killed has no end.
    read -r status seconds computed <"$work/$name.end" || { status=killed seconds='?' computed='?'; }
    [ "$status" = 0 ] || result=1
    # What is filtered away by a name that has changed would pass in silence.
    grep -aq 'Test run with [1-9]' "$work/$name.log" || { status='no test ran'; result=1; }
    printf '%-8s %4s s, %4s of a processor  %s: %s\n' "$name" "$seconds" "$computed" "$status" "$(grep -a 'Test run with' "$work/$name.log" | tail -n 1)"
done
exit $result
