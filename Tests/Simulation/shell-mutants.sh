#!/bin/sh
# shell-mutants [NAME...]: brings each fault of Mutants/Shell into the shell, and each of Mutants/Privacy into what holds back
# taps, one at a time; each has to be found by what its patch names, a test or the detector of taps. One that survives names a
# test that is missing. Nightly: half an hour, most of it spent waiting for what a fault keeps.
set -eu
cd "$(dirname "$0")"
top=$(cd ../.. && pwd)
work=$(mktemp -d)
running=
# Tests that hang leave programs that they have started; each run is a session of its own.
end_run() { [ -z "$running" ] || pkill -KILL -s "$running" || true; running=; }
trap 'end_run; rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
# A run that takes so much longer than without a fault hangs, in seconds: twice what a test waits in vain, and some more.
patience=${PATIENCE:-150}
detector="the detector of taps"
export NO_COLOR=1 HEADERS="$work/headers"

command -v pkill >/dev/null || { echo "shell-mutants.sh: pkill is missing; try: .ci/install-packages test" >&2; exit 1; }

# run OUT WHAT SECONDS: what finds a fault, on what was built in OUT, for so long at most; its end is the status, and what it
# says is in the log.
run() {
    limit=$3
    if [ "$2" = "$detector" ]; then
        set -- "$top/Tests/Privacy/run.sh" --quick "$1/taps"
    else
        set -- "$1/tests" --no-parallel --filter "$2"
    fi
    ended=0
    setsid timeout -s KILL "$limit" "$@" >"$work/log" 2>&1 </dev/null &
    running=$!
    wait $running 2>/dev/null || ended=$?
    end_run
    return $ended
}
# told PATCH KEY: what a patch says of itself.
told() { sed -n "s/^# $2: //p" "$1"; }
# usual WHAT: how long that took without a fault, in seconds.
usual() { while read -r seconds what; do [ "$what" != "$1" ] || echo "$seconds"; done <"$work/times"; }
# passed: true where tests ran and none failed, or where taps were looked for and not found.
passed() { grep -qE '^. Test run with [1-9][0-9]* tests?.* passed after|^all as it should be$' "$work/log"; }

names=$*
set -- Mutants/Shell/*.patch Mutants/Privacy/*.patch
if [ -n "$names" ]; then
    set --
    for name in $names; do
        for patch in Mutants/Shell/"$name".patch Mutants/Privacy/"$name".patch; do
            [ ! -e "$patch" ] || set -- "$@" "$patch"
        done
    done
    [ $# -gt 0 ] || { echo "shell-mutants.sh: no such fault; they are in Mutants/Shell and Mutants/Privacy" >&2; exit 2; }
fi

echo "building it as it is" >&2
mkdir -p "$work/whole" "$work/Sources/tiltshadow-bench"
for each in PlainText TiltCore LinuxSystem TiltSensors TiltDaemon tiltshadowd CLinux CMath CLibevdev CLibudev \
    tiltshadow-bench/Privacy; do
    cp -r "$top/Sources/$each" "$work/Sources/$each"
done
./build-tests.sh "$work/whole" "$work/Sources"
# What is said of a fault counts only where nothing is said of what is as it should be.
for patch; do told "$patch" "found by"; done | sort -u >"$work/finders"
skipped=
while read -r finder; do
    began=$(date +%s)
    status=0
    run "$work/whole" "$finder" 1200 || status=$?
    if [ $status -eq 77 ]; then
        cat "$work/log" >&2
        skipped=$finder
        continue
    fi
    if [ $status -ne 0 ] || ! passed; then
        echo "shell-mutants.sh: without a fault this fails, too, or there is no such test: $finder" >&2
        cat "$work/log" >&2
        exit 1
    fi
    seconds=$(($(date +%s) - began))
    echo "$seconds $finder" >>"$work/times"
    echo "as it is: $seconds s: $finder" >&2
done <"$work/finders"

# try PATCH: a line of the table.
try() {
    name=$(basename "$1" .patch)
    finder=$(told "$1" "found by")
    if [ -z "$finder" ]; then echo "$name: DOES NOT TELL what finds it"; return; fi
    if [ "$finder" = "$skipped" ]; then echo "$name: skipped, as is $finder"; return; fi
    rm -rf "$work/changed" "$work/out"
    mkdir "$work/changed"
    cp -r "$work/Sources" "$work/changed"
    if ! patch -d "$work/changed" -p1 -s <"$1" >/dev/null; then echo "$name: DOES NOT APPLY"; return; fi
    cp -al "$work/whole" "$work/out"
    outer=no
    ! grep -q '^# layout' "$1" || outer=yes
    if ! OUTER=$outer ./build-tests.sh "$work/out" "$work/changed/Sources" >"$work/log" 2>&1; then
        echo "$name: DOES NOT BUILD: $(grep -m1 error: "$work/log")"
        return
    fi
    began=$(date +%s)
    status=0
    # A machine that has become busy meanwhile makes nothing hang.
    usual=$(usual "$finder")
    run "$work/out" "$finder" $((patience + 5 * usual)) || status=$?
    seconds=$(($(date +%s) - began))
    if [ "$finder" = "$detector" ]; then
        found=$(sed -n '/^the detector finds/q; s/ *WRONG$//p' "$work/log" | head -n 1 | tr -s ' ')
    else
        found=$(sed -n 's/^✘ Test \(.*\) recorded an issue.*/\1/p' "$work/log" | head -n 1)
    fi
    begun=$(sed -n 's/^◇ Test \(".*"\) started.*/\1/p' "$work/log" | tail -n 1)
    if [ $status -eq 0 ] && passed; then
        echo "$name: SURVIVES (expected $finder)"
    elif [ $status -eq 1 ] && [ -n "$found" ]; then
        echo "$name: found by $found, after $seconds s"
    # What keeps a thread of the test's own keeps the test; a trap is found, too.
    elif [ $status -gt 128 ] && [ "$finder" != "$detector" ] && [ -n "$begun" ]; then
        echo "$name: found by $begun, which $([ $status -eq 137 ] && echo "hangs" || echo "ends by signal $((status - 128))")"
    else
        echo "$name: DOES NOT TELL (status $status): $(tail -n 1 "$work/log" | head -c 200)"
    fi
}
for patch; do
    try "$patch" >"$work/line"
    tee -a "$work/table" <"$work/line"
done
survivors=$(grep -cE 'SURVIVES|DOES NOT' "$work/table" || true)
echo "$# faults, $survivors not found"
[ "$survivors" -eq 0 ] && [ "$(wc -l <"$work/table")" -eq $# ] || exit 1
[ -z "$skipped" ] || exit 77
