#!/bin/sh
# mutants [NAME...]: brings each fault of Mutants/ into the core, one at a time; the simulator has to find each within 60 s
# of CPU. One that survives names an event that the world lacks. Nightly: half a minute each. JOBS builds so many at once.
set -eu
cd "$(dirname "$0")"
top=$(cd ../.. && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
limit=${LIMIT:-60}

echo "building the core as it is" >&2
./build.sh "$work/whole"
# What is said of a mutant counts only where nothing is said of the core itself.
"$work/whole/tiltshadow-simulate" --seeds 1...2 --no-shrink >"$work/log" 2>&1 || {
    echo "mutants.sh: the core as it is fails, too, or the simulator is asked in a way that it does not know:" >&2
    cat "$work/log" >&2
    exit 1
}

# one PATCH: a line of the table on standard output, and its end is the test's.
cat >"$work/one" <<'END'
#!/bin/sh
set -eu
patch=$1
name=$(basename "$patch" .patch)
here=$WORK/$name
mkdir "$here"
cp -r "$TOP/Sources/TiltDaemon" "$here/core"
if ! patch -d "$here/core" -p1 -s <"$patch" >/dev/null; then echo "$name: DOES NOT APPLY"; exit 1; fi
cp -al "$WORK/whole" "$here/out"
rm "$here/out/TiltDaemon".* "$here/out/tiltshadow-simulate"
if grep -q '^# layout' "$patch"; then rm "$here/out/TiltSimulation".*; else export KEEP_SIMULATION=1; fi
if ! ./build.sh "$here/out" "$here/core" >"$here/log" 2>&1; then
    echo "$name: DOES NOT BUILD: $(grep -m1 error: "$here/log")"
    exit 1
fi
status=0
nice "$here/out/tiltshadow-simulate" --seconds "$LIMIT" --no-shrink >"$here/log" 2>&1 || status=$?
rm -r "$here/out" "$here/core"
expected=$(sed -n 's/^# breaks: //p' "$patch")
found=$(sed -n 's/^seed \([0-9]*\), step \([0-9]*\), \([A-Za-z]*\): .*(found after \([0-9.]*\) s)$/\3 after \4 s (seed \1, step \2)/p' "$here/log" | head -1)
if [ "$status" -eq 0 ]; then
    echo "$name: SURVIVES (expected $expected)"
elif [ "$status" -eq 1 ] && [ -n "$found" ]; then
    echo "$name: $found"
# By a trap of the core's own: SIGILL, SIGTRAP, SIGABRT, SIGBUS or SIGSEGV.
elif case $status in 132 | 133 | 134 | 135 | 139) true ;; *) false ;; esac; then
    echo "$name: ends with $status, which is found, too: $(tail -1 "$here/log" | head -c 200)"
else
    echo "$name: DOES NOT TELL (status $status): $(tail -1 "$here/log" | head -c 200)"
fi
END
chmod +x "$work/one"
export WORK="$work" TOP="$top" LIMIT="$limit"
names=$*
set -- Mutants/*.patch
# shellcheck disable=SC2046,SC2086 # several words
[ -z "$names" ] || set -- $(printf 'Mutants/%s.patch\n' $names)
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -n 1 "$work/one" | tee "$work/table" || true
survivors=$(grep -cE 'SURVIVES|DOES NOT' "$work/table" || true)
echo "$# mutants, $survivors not found"
[ "$survivors" -eq 0 ] && [ "$(wc -l <"$work/table")" -eq $# ]
